/**
 * Spreads what one viewer reopens in a storm: a class that comes back at once is served at once, a client in a loop
 * waits for its history, and nobody is refused.
 */
export interface OpeningPace {
  /** Milliseconds that this opening has to wait; 0 while the viewer keeps within its pace. */
  delayFor(viewerId: string): number;
}

export interface OpeningPaceOptions {
  /** Openings that may come at once. */
  readonly burst: number;
  /** Openings a second that may come for ever. */
  readonly perSecond: number;
  /** In milliseconds. */
  readonly now: () => number;
}

/** A generic cell rate algorithm (ITU-T I.371): one number a viewer, kept while it says anything. */
export function createOpeningPace({
  burst,
  perSecond,
  now,
}: OpeningPaceOptions): OpeningPace {
  const intervalMs = 1000 / perSecond;
  const spentUntil = new Map<string, number>();
  return {
    delayFor(viewerId) {
      const at = now();
      for (const [old, until] of spentUntil) {
        if (until > at) break;
        spentUntil.delete(old);
      }
      const until = Math.max(at, spentUntil.get(viewerId) ?? at) + intervalMs;
      spentUntil.delete(viewerId);
      spentUntil.set(viewerId, until);
      return Math.max(0, until - at - burst * intervalMs);
    },
  };
}
