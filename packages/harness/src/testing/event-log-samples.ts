/** What the suites of event stores append and how they read it back. */
import { createFrameDecoder } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import type {
  EventCursor,
  EventLog,
  EventReader,
  NewEvent,
  SessionHeader,
  StoredEvent,
} from "../events/event-store.ts";
import { subscribe } from "../events/subscribe.ts";

/** The run of every sample that has one. */
export const RUN_ID = "run_0123456789abcdefghijk";
const MESSAGE_ID = "msg_0123456789abcdefghijk";
export const SESSION_A = "ses_aaaaaaaaaaaaaaaaaaaaa";
export const SESSION_B = "ses_bbbbbbbbbbbbbbbbbbbbb";
export const START_MS = Date.UTC(2026, 10, 30, 12, 0, 0);
export const PAGE_BYTES = 64 * 1024;

/** The header of a session. */
export const header = (sessionId = SESSION_A): SessionHeader => ({
  sessionId,
  viewerId: "viw_0123456789abcdefghijk",
  labId: "ads-report",
  title: "报告 report",
  createdAt: new Date(START_MS).toISOString(),
});

/** A delta of assistant text. */
export const delta = (text: string): NewEvent => ({
  type: "assistant.delta",
  runId: RUN_ID,
  payload: { messageId: MESSAGE_ID, part: 0, delta: text, channel: "text" },
});

/** That many deltas, each with its number. */
export const deltas = (count: number, text = "字"): NewEvent[] =>
  Array.from({ length: count }, (_, index) => delta(`${text}${index}`));

/** The session's end. */
export const closing = (reason: "deleted" | "shutdown"): NewEvent => ({
  type: "session.closed",
  payload: { reason },
});

/** A finished assistant message with a sealed part. */
export const completed = (sealed: unknown): NewEvent => ({
  type: "assistant.completed",
  runId: RUN_ID,
  payload: { messageId: MESSAGE_ID, text: "done", stopReason: "stop" },
  sealed,
});

/** The events in a page. */
export function decode(frames: Buffer): HarnessEvent[] {
  return createFrameDecoder()
    .push(frames.toString("utf8"))
    .flatMap((frame) =>
      frame.kind === "event" ? [JSON.parse(frame.data) as HarnessEvent] : [],
    );
}

/** Every event after a place, page by page. */
export async function readAll(
  reader: EventReader,
  from = reader.oldestSequence - 1,
  maxBytes = PAGE_BYTES,
): Promise<HarnessEvent[]> {
  const events: HarnessEvent[] = [];
  let after = from;
  for (;;) {
    const page = await reader.read(after, maxBytes);
    if (page.last === after) return events;
    events.push(...decode(page.frames));
    after = page.last;
  }
}

/** The sequences a subscriber gets up to and with `until`, or to the end of the log. */
export async function take(
  reader: EventReader,
  afterSequence: number,
  until: number,
): Promise<number[]> {
  const { signal } = new AbortController();
  const sequences: number[] = [];
  for await (const { sequence } of subscribe(reader, {
    afterSequence,
    signal,
  })) {
    sequences.push(sequence);
    if (sequence >= until) break;
  }
  return sequences;
}

/** All whole numbers from first to last. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

/** A cursor by id. */
export const atId = (id: string): EventCursor => ({ kind: "eventId", id });
/** A cursor by place. */
export const at = (after: number): EventCursor => ({ kind: "sequence", after });

/** Appends and waits for the commit. */
export async function appendAndSettle(
  log: EventLog,
  batch: readonly NewEvent[],
): Promise<readonly StoredEvent[]> {
  const stored = log.append(batch);
  await log.settled();
  return stored;
}
