/** Where a reader's cursor stands in a log: proven by the mark of the opening that gave the id. */
import { formatEventId, parseEventId } from "./event-id.ts";
import type { CursorLocation, EventCursor } from "./event-store.ts";

/** From which event on a log was written by one owner. */
export interface LogOpening {
  readonly mark: string;
  readonly firstSequence: number;
}

export interface ReadableLog {
  readonly oldestSequence: number;
  readonly latestSequence: number;
  /** In the order of their first events. */
  readonly openings: readonly LogOpening[];
}

/** The event after which a reader goes on, or why it has to begin anew. */
export function locateCursor(
  cursor: EventCursor,
  log: ReadableLog,
): CursorLocation {
  switch (cursor.kind) {
    case "start":
      return { after: log.oldestSequence - 1 };
    case "sequence":
      return locateSequence(cursor.after, log);
    case "eventId":
      return locateId(cursor.id, log);
  }
}

function locateSequence(after: number, log: ReadableLog): CursorLocation {
  const isPlace = Number.isSafeInteger(after) && after >= 0;
  if (!isPlace || after > log.latestSequence)
    return { reset: "unknown_cursor" };
  return after < log.oldestSequence - 1 ? { reset: "gap" } : { after };
}

function locateId(id: string, log: ReadableLog): CursorLocation {
  const sequence = parseEventId(id)?.sequence;
  if (sequence === undefined || sequence > log.latestSequence)
    return { reset: "unknown_cursor" };
  // The event is gone, so nothing can prove the id.
  if (sequence < log.oldestSequence) return { reset: "gap" };
  const opening = log.openings.findLast(
    ({ firstSequence }) => firstSequence <= sequence,
  );
  const mark = opening?.mark ?? "";
  return formatEventId({ mark, sequence }) === id
    ? { after: sequence }
    : { reset: "unknown_cursor" };
}
