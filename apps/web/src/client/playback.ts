/** No pause between two events is played for longer than this, at speed 1. */
export const LONGEST_PAUSE_MS = 2_000;

export interface PlaybackStep {
  readonly place: number;
  readonly last: number;
  /** Time of the log that may pass. */
  readonly budgetMs: number;
  readonly timeOf: (sequence: number) => number;
}

/**
 * How far a replay gets: events follow each other after the time they once did, but long pauses, such as one for a
 * person, are shortened, and a clock that was set back makes none. What is left of the time is carried on.
 */
export function playOn(step: PlaybackStep): {
  readonly place: number;
  readonly carriedMs: number;
} {
  const { last, timeOf } = step;
  let { place, budgetMs } = step;
  while (place < last) {
    const pause = timeOf(place + 1) - timeOf(place);
    const waitMs = Number.isNaN(pause)
      ? 0
      : Math.min(LONGEST_PAUSE_MS, Math.max(0, pause));
    if (waitMs > budgetMs) break;
    budgetMs -= waitMs;
    place += 1;
  }
  return { place, carriedMs: place < last ? budgetMs : 0 };
}
