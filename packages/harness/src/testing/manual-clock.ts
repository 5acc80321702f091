import type { MonotonicClock } from "../approvals/approval-timer.ts";

/** A clock that stands still until a test moves it. */
export interface ManualClock extends MonotonicClock {
  /** Moves the time and fires what is due, in order of time, timers set meanwhile included. */
  advance(ms: number): void;
  /** Timers that are set and neither fired nor cancelled. */
  readonly pending: number;
}

/** A manual clock at `startMs`; it refuses delays that Node's timers would take for 1 ms. */
export function createManualClock(startMs = 0): ManualClock {
  const timers = new Set<{ readonly at: number; readonly fire: () => void }>();
  let now = startMs;

  const nextBy = (limit: number) =>
    [...timers]
      .filter(({ at }) => at <= limit)
      .reduce<{ at: number; fire: () => void } | undefined>(
        (first, timer) =>
          first === undefined || timer.at < first.at ? timer : first,
        undefined,
      );

  return {
    now: () => now,
    after(delayMs, fire) {
      if (!(delayMs >= 0 && delayMs < 2 ** 31)) {
        throw new RangeError(`A timer can't wait for ${delayMs} ms.`);
      }
      const timer = { at: now + delayMs, fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (let due = nextBy(end); due !== undefined; due = nextBy(end)) {
        timers.delete(due);
        now = Math.max(now, due.at);
        due.fire();
      }
      now = end;
    },
    get pending() {
      return timers.size;
    },
  };
}
