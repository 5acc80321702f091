/** Time as the client sees it; tests drive it by hand. */
export interface Clock {
  /** Milliseconds that only grow; no wall-clock time. */
  now(): number;
  /** Calls back once after `delayMs`; the answer takes the call back and may be used twice. */
  after(delayMs: number, call: () => void): () => void;
}

/** The browser's own time. Timers, not animation frames, so that hidden tabs go on. */
export function createBrowserClock(): Clock {
  return {
    now: () => performance.now(),
    after(delayMs, call) {
      const timer = setTimeout(call, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
