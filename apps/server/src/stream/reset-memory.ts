/** Remembers who was just told to start over, so that a client that ignores it is slowed down. */
export interface ResetMemory {
  /** Milliseconds that the reset has to wait; 0 for the first one. */
  delayFor(key: string): number;
}

export interface ResetMemoryOptions {
  readonly memoryMs: number;
  readonly delayMs: number;
  readonly now: () => number;
}

export function createResetMemory({
  memoryMs,
  delayMs,
  now,
}: ResetMemoryOptions): ResetMemory {
  const times = new Map<string, number>();
  return {
    delayFor(key) {
      for (const [old, at] of times) {
        if (now() - at < memoryMs) break;
        times.delete(old);
      }
      const repeated = times.delete(key);
      times.set(key, now());
      return repeated ? delayMs : 0;
    },
  };
}
