import { Refusal } from "../http/refusal.ts";

/** How many a key may have in a window that starts with its first one. */
export interface RateLimit {
  /** Throws `RATE_LIMITED` when the key has used its window up; counts nothing. */
  check(key: string): void;
  /** Counts one. */
  count(key: string): void;
}

interface Window {
  readonly endsAt: number;
  used: number;
}

export interface RateLimitOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
}

/** Counts keys in memory; what is over is forgotten as new windows open. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, windowMs, now } = options;
  const windows = new Map<string, Window>();
  const current = (key: string): Window | undefined => {
    const window = windows.get(key);
    return window !== undefined && window.endsAt > now() ? window : undefined;
  };
  return {
    check(key) {
      const window = current(key);
      if (window === undefined || window.used < limit) return;
      const seconds = Math.max(1, Math.ceil((window.endsAt - now()) / 1000));
      throw new Refusal(
        "RATE_LIMITED",
        `Too many requests. Wait ${seconds} s and try again.`,
        {
          headers: { "retry-after": String(seconds) },
        },
      );
    },
    count(key) {
      const window = current(key);
      if (window !== undefined) {
        window.used += 1;
        return;
      }
      forgetOld(windows, now());
      windows.delete(key);
      windows.set(key, { endsAt: now() + windowMs, used: 1 });
    },
  };
}

/** Windows are as long as each other and in the order in which they opened, so the old ones stand in front. */
function forgetOld(windows: Map<string, Window>, time: number): void {
  for (const [key, window] of windows) {
    if (window.endsAt > time) return;
    windows.delete(key);
  }
}
