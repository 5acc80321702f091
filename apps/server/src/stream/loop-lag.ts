/** How far the event loop is behind, looked at ten times a second. */
export interface LoopLag {
  /** How late the last look was, or how late the next one is already, in milliseconds. */
  readonly lagMs: number;
  /** Ends looking. Idempotent. */
  stop(): void;
}

const EVERY_MS = 100;

/** `now` is monotonic, in milliseconds. */
export function createLoopLag({
  now,
}: {
  readonly now: () => number;
}): LoopLag {
  let lookedAt = now();
  let lastLag = 0;
  const overdue = (): number => Math.max(0, now() - lookedAt - EVERY_MS);
  const timer = setInterval(() => {
    lastLag = overdue();
    lookedAt = now();
  }, EVERY_MS);
  timer.unref();
  return {
    get lagMs() {
      return Math.max(lastLag, overdue());
    },
    stop: () => clearInterval(timer),
  };
}
