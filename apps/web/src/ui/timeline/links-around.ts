/** The links of one row, found by looking at its run and at what stands outside of runs; the rest can't be linked to it. */
import { linkEvents } from "@agent-studio/shared";
import type { EventLinks, HarnessEvent } from "@agent-studio/shared";
import type { EventArchive } from "../../client/event-archive.ts";
import type { EventRow } from "../../client/event-rows.ts";

const NO_LINKS: EventLinks = { causes: [], effects: [] };

/** The links of a row among the first `length` rows, by the first event of each row. */
export function linksAround(
  archive: EventArchive,
  row: EventRow,
  length: number,
): EventLinks {
  const events: HarnessEvent[] = [];
  for (let index = 0; index < length; index += 1) {
    const run = archive.rows.runAt(index);
    if (run !== 0 && run !== row.run && row.run !== 0) continue;
    if (run === 0 && !isLinked(archive.rows.typeAt(index))) continue;
    const first = archive.rows.at(index)?.first ?? 0;
    const event = archive.read(first);
    if (event !== undefined) events.push(event);
  }
  return linkEvents(events).get(row.first) ?? NO_LINKS;
}

const OUTSIDE = ["model.", "attachment.", "session."];

function isLinked(type: string): boolean {
  return OUTSIDE.some((noun) => type.startsWith(noun));
}
