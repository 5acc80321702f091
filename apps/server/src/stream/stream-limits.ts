/** What one stream may cost. Tests shrink these; nothing else changes them. */
export interface StreamLimits {
  /** Bytes handed to a socket before it has taken them; twice this is the most that waits for one client. */
  readonly sliceBytes: number;
  /** How far behind the live events a client may fall before it is dropped. */
  readonly behindBytes: number;
  /** How long a client may read nothing while something waits for it. */
  readonly stallMs: number;
  readonly heartbeatMs: number;
  /** How long an ending stream may take to be read to its end. */
  readonly endMs: number;
  /** Streams of one viewer that name a tab. */
  readonly tabs: number;
  /** Streams of one viewer in all; a class that watches as one viewer needs no more. */
  readonly streamsAViewer: number;
  /** A second reset for the same viewer and cursor within this time … */
  readonly resetMemoryMs: number;
  /** … waits this long, so that a client in a loop does no harm. */
  readonly resetDelayMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  sliceBytes: 64 * 1024,
  behindBytes: 8 * 1024 * 1024,
  stallMs: 30_000,
  heartbeatMs: 15_000,
  endMs: 2_000,
  tabs: 4,
  streamsAViewer: 2000,
  resetMemoryMs: 10_000,
  resetDelayMs: 5_000,
};

/** How long frames may wait to be joined: not at all for one watcher, up to 33 ms for many. */
export function joinWindowMs(watchers: number): number {
  if (watchers <= 1) return 0;
  return watchers <= 50 ? 16 : 33;
}
