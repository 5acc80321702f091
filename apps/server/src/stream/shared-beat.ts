/**
 * Lets what many sessions have to tell go out together: at once after a quiet time, and from then on once a beat. A
 * thousand sessions in each of which little happens would otherwise wake the process for each of their events.
 */
export interface SharedBeat {
  /** Has `work` done with the next beat, after what was asked for before; it must not throw. */
  ask(work: () => void): void;
}

export interface SharedBeatOptions {
  /** The least time from the beginning of one beat to the next, in milliseconds. */
  readonly everyMs: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Calls back when the current piece of JavaScript is done. */
  readonly soon: (run: () => void) => void;
  /** Calls back after so many milliseconds. */
  readonly later: (run: () => void, ms: number) => void;
}

export function createSharedBeat(options: SharedBeatOptions): SharedBeat {
  const { everyMs, now, soon, later } = options;
  let asked: (() => void)[] = [];
  let beganAt = Number.NEGATIVE_INFINITY;
  const beat = (): void => {
    const works = asked;
    asked = [];
    beganAt = now();
    for (const work of works) work();
  };
  return {
    ask(work) {
      asked.push(work);
      if (asked.length > 1) return;
      const restMs = beganAt + everyMs - now();
      if (restMs > 0) later(beat, Math.ceil(restMs));
      else soon(beat);
    },
  };
}
