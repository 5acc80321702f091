/**
 * Shares the event loop among streams: each does one bounded piece of work when its turn comes, in the order of asking.
 * When a turn of the loop has lasted long enough the others wait for the next one, so that a thousand readers of an old
 * log delay each other and nobody else.
 */
export interface Work {
  /** One bounded piece; asks again when there is more. Must not throw. */
  takeTurn(): void;
}

export interface Turns {
  /** Comes when the loop is free, after everyone who asked before. */
  ask(work: Work): void;
  /** How long the last turn was waited for, in milliseconds: how busy the loop is. */
  readonly lagMs: number;
}

export interface TurnsOptions {
  /** How long the loop is held at once, in milliseconds; the piece that is under way then is still finished. */
  readonly budgetMs: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Calls back in the next turn of the loop. */
  readonly later: (run: () => void) => void;
}

export function createTurns({ budgetMs, now, later }: TurnsOptions): Turns {
  const queue: Work[] = [];
  let isScheduled = false;
  let askedAt = 0;
  let lagMs = 0;

  const schedule = (): void => {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    askedAt = now();
    later(run);
  };
  const run = (): void => {
    const startedAt = now();
    lagMs = startedAt - askedAt;
    isScheduled = false;
    // Who asks from now on has its turn in the next one of the loop.
    const asked = queue.splice(0);
    let done = 0;
    for (const work of asked) {
      work.takeTurn();
      done += 1;
      if (now() - startedAt >= budgetMs) break;
    }
    queue.unshift(...asked.slice(done));
    schedule();
  };

  return {
    ask(work) {
      queue.push(work);
      schedule();
    },
    get lagMs() {
      return lagMs;
    },
  };
}
