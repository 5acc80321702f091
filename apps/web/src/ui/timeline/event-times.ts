import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";

/** Milliseconds since the row's run began, or since the log did for what is outside of runs; never less than 0. */
export function elapsedOf(archive: EventArchive, row: EventRow): number {
  const start =
    archive.rows.runOf(row.run)?.startedAt ?? archive.timeOf(archive.first);
  const elapsed = archive.timeOf(row.first) - start;
  // A clock that was set back makes no negative time.
  return Number.isNaN(elapsed) ? 0 : Math.max(0, elapsed);
}
