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
  /** Streams that one viewer may open at once, and a second from then on, before its next ones wait. */
  readonly openingBurst: number;
  readonly openingsPerSecond: number;
  /** How long all streams together hold the loop before they let others in. */
  readonly turnMs: number;
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
  openingBurst: 1000,
  openingsPerSecond: 200,
  turnMs: 4,
};

/**
 * How often what is told at once is told at most, over all sessions, in milliseconds: nobody who reads sees it, and a
 * class in which everyone has a session of their own costs a beat instead of a wake for each event.
 */
export const SHARED_BEAT_MS = 3;

/** From here on the loop counts as busy: more than a timer's usual lateness. */
const BUSY_LAG_MS = 25;
const LONGEST_WINDOW_MS = 33;

/**
 * How long frames may wait to be joined, in milliseconds: not at all for one watcher, up to 33 for many, and for
 * everyone while the loop is behind, since joining is what lets it catch up.
 */
export function joinWindowMs(watchers: number, lagMs: number): number {
  if (lagMs >= BUSY_LAG_MS) return LONGEST_WINDOW_MS;
  if (watchers <= 1) return 0;
  return watchers <= 50 ? 16 : LONGEST_WINDOW_MS;
}
