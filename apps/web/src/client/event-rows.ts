/** The newest events of a session as rows of the timeline: what grows one part makes one row. */
import type { HarnessEvent } from "@agent-studio/shared";

export interface EventRow {
  /** The last event of the row. */
  readonly event: HarnessEvent;
  readonly firstSequence: number;
  /** Events that the row joins. */
  readonly joined: number;
}

export interface EventRows {
  readonly rows: readonly EventRow[];
  /** Events before the first row exist but are not held here. */
  readonly earlier: boolean;
  /** Events held, joined ones counted one by one. */
  readonly events: number;
}

export const NO_ROWS: EventRows = { rows: [], earlier: false, events: 0 };

/** Rows beyond this many are dropped, oldest first. */
export const ROW_LIMIT = 20_000;

/** The rows with later events added; the given rows stay as they are. */
export function addEvents(
  before: EventRows,
  events: readonly HarnessEvent[],
): EventRows {
  if (events.length === 0) return before;
  const rows = [...before.rows];
  for (const event of events) {
    const last = rows.at(-1);
    if (last !== undefined && joins(last.event, event)) {
      rows[rows.length - 1] = { ...last, event, joined: last.joined + 1 };
    } else {
      rows.push({ event, firstSequence: event.sequence, joined: 1 });
    }
  }
  const kept = rows.length > ROW_LIMIT ? rows.slice(-ROW_LIMIT) : rows;
  const first = kept[0]?.firstSequence ?? 1;
  const last = kept.at(-1)?.event.sequence ?? 0;
  return { rows: kept, earlier: first > 1, events: last - first + 1 };
}

function joins(before: HarnessEvent, event: HarnessEvent): boolean {
  if (before.type === "assistant.delta" && event.type === "assistant.delta") {
    return (
      isSamePart(before.payload, event.payload) &&
      before.payload.channel === event.payload.channel
    );
  }
  return (
    before.type === "tool.drafted" &&
    event.type === "tool.drafted" &&
    isSamePart(before.payload, event.payload)
  );
}

interface PartPlace {
  readonly messageId: string;
  readonly part: number;
}

function isSamePart(a: PartPlace, b: PartPlace): boolean {
  return a.messageId === b.messageId && a.part === b.part;
}
