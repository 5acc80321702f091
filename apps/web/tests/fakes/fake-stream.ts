import { encodeEventFrame, encodeSignalFrame } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import type { Cursor } from "../../src/client/session-stream.ts";

/** One connection as a server sees it. */
export interface FakeConnection {
  readonly cursor: Cursor;
  readonly signal: AbortSignal;
  send(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  end(): void;
  breakOff(): void;
}

export type Answer = (connection: FakeConnection) => Response | undefined;

const encoder = new TextEncoder();

/** A server side of the stream: every connection is kept, `answer` may refuse it. */
export function createFakeStream(answer: Answer = () => undefined) {
  const connections: FakeConnection[] = [];
  const open = async (cursor: Cursor, signal: AbortSignal) => {
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        control = controller;
      },
    });
    const safely = (use: () => void) => {
      try {
        use();
      } catch {
        // The client let go of it first.
      }
    };
    const connection: FakeConnection = {
      cursor,
      signal,
      send: (text) => safely(() => control?.enqueue(encoder.encode(text))),
      sendBytes: (bytes) => safely(() => control?.enqueue(bytes)),
      end: () => safely(() => control?.close()),
      breakOff: () => safely(() => control?.error(new TypeError("broken"))),
    };
    connections.push(connection);
    return (
      answer(connection) ??
      new Response(body, { headers: { "content-type": "text/event-stream" } })
    );
  };
  return {
    open,
    connections,
    get last(): FakeConnection {
      const last = connections.at(-1);
      if (last === undefined) throw new Error("Nobody connected.");
      return last;
    },
  };
}

/** Where a cursor of a log stands. */
export function positionOf(
  log: readonly HarnessEvent[],
  cursor: Cursor,
): number {
  if (cursor === null) return 0;
  if ("afterSequence" in cursor) return cursor.afterSequence;
  return log.findIndex(({ eventId }) => eventId === cursor.lastEventId) + 1;
}

/** The frames of events, as one text. */
export function framesOf(events: readonly HarnessEvent[]): string {
  return events.map(encodeEventFrame).join("");
}

export const PAUSED_FRAME = encodeSignalFrame("stream.paused", {
  reason: "too_many_tabs",
});

/** `stream.reset` as a server sends it. */
export function resetFrame(reason: "gap" | "unknown_cursor"): string {
  return encodeSignalFrame("stream.reset", {
    reason,
    oldestSequence: 1,
    latestSequence: 1,
  });
}
