import type { Clock } from "../../src/client/clock.ts";

export interface ManualClock extends Clock {
  /** Lets time pass, calling what falls due in order; promises get their turn in between. */
  pass(milliseconds: number): Promise<void>;
  /** Calls that are still to come. */
  readonly pending: number;
}

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** Lets everything that only waits for promises go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** A clock that stands still until it is told to go on. */
export function createManualClock(): ManualClock {
  let now = 0;
  let timers: Timer[] = [];
  return {
    now: () => now,
    after(delayMs, call) {
      const timer = { at: now + delayMs, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const due = timers
          .filter(({ at }) => at <= end)
          .sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        now = Math.max(now, due.at);
        timers = timers.filter((timer) => timer !== due);
        due.call();
        await settle();
      }
      now = end;
    },
    get pending() {
      return timers.length;
    },
  };
}
