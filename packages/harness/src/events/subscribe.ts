import { createFrameDecoder } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import type { EventReader } from "./event-store.ts";

const PAGE_BYTES = 64 * 1024;

export interface SubscribeOptions {
  /** The last sequence that the caller has; the first event is the one after it. */
  readonly afterSequence: number;
  /** Ends the iteration, without an error. */
  readonly signal: AbortSignal;
}

/**
 * Every event after a place, in order, once: what is there, then what comes. Ends when `signal` aborts or the log ends.
 * Throws `EventStoreError` with `not_retained` when the place, or a reader that fell behind, is older than what is kept.
 */
export async function* subscribe(
  reader: EventReader,
  { afterSequence, signal }: SubscribeOptions,
): AsyncGenerator<HarnessEvent, void, undefined> {
  const bell = createBell();
  const unsubscribe = reader.onVisible(bell.ring);
  signal.addEventListener("abort", bell.ring);
  try {
    let after = afterSequence;
    while (!signal.aborted) {
      bell.reset();
      const page = await reader.read(after, PAGE_BYTES);
      for (const event of decodeFrames(page.frames)) {
        if (isAborted(signal)) return;
        yield event;
      }
      if (page.closed) return;
      if (page.last === after) await bell.rung();
      after = page.last;
    }
  } finally {
    signal.removeEventListener("abort", bell.ring);
    unsubscribe();
  }
}

/** The events of whole frames, as the log wrote them. */
export function decodeFrames(frames: Buffer): HarnessEvent[] {
  return createFrameDecoder()
    .push(frames.toString("utf8"))
    .flatMap((frame) =>
      frame.kind === "event" ? [JSON.parse(frame.data) as HarnessEvent] : [],
    );
}

/** Asked again after each `yield`, since the caller may abort while it holds an event. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Remembers a ring between looking and waiting, so that none is lost. */
function createBell(): {
  ring: () => void;
  reset: () => void;
  rung: () => Promise<unknown>;
} {
  let { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    ring: () => resolve(undefined),
    reset: () => {
      ({ promise, resolve } = Promise.withResolvers<undefined>());
    },
    rung: () => promise,
  };
}
