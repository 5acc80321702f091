/** One-shot timers on a monotonic clock: a change of the wall clock moves nothing, and no time is too long. */

/** Node fires a longer `setTimeout` at once. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export interface MonotonicClock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls `elapsed` once after at most `LONGEST_TIMEOUT_MS`; the returned function cancels, any number of times. */
  after(delayMs: number, elapsed: () => void): () => void;
}

/** The process's own clock. Its timers keep no process alive. */
export const processClock: MonotonicClock = {
  now: () => performance.now(),
  after: (delayMs, elapsed) => {
    const timer = setTimeout(elapsed, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Calls `elapsed` once when `delayMs` have passed, never before this returns; the returned function cancels, any number
 * of times. What is no number has passed already; `Infinity` never does.
 */
export function startTimer(
  clock: MonotonicClock,
  delayMs: number,
  elapsed: () => void,
): () => void {
  if (delayMs === Infinity) return () => undefined;
  const deadline = clock.now() + (Number.isNaN(delayMs) ? 0 : delayMs);
  let cancel: () => void;
  const arm = (): void => {
    const left = Math.max(0, deadline - clock.now());
    cancel = clock.after(Math.min(left, LONGEST_TIMEOUT_MS), check);
  };
  // A timer may fire a little early, and a long delay takes several.
  const check = (): void => {
    if (clock.now() < deadline) arm();
    else elapsed();
  };
  arm();
  return () => cancel();
}
