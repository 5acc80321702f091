/**
 * Shares the event loop among streams: each does one bounded piece of work when its turn comes, in the order of asking.
 * When that has lasted long enough the others wait for the next turn of the loop, so that a thousand readers of an old
 * log delay each other and nobody else.
 */
export interface Work {
  /** One bounded piece; asks again when there is more. Must not throw. */
  takeTurn(): void;
}

export interface Turns {
  /** Comes when what runs now is done, after everyone who asked before. */
  ask(work: Work): void;
}

export interface TurnsOptions {
  /** How long the loop is held at once, in milliseconds; the piece that is under way then is still finished. */
  readonly budgetMs: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Calls back when the current piece of JavaScript is done: costs nothing, and does not let the loop go. */
  readonly soon: (run: () => void) => void;
  /** Calls back in the next turn of the loop. */
  readonly later: (run: () => void) => void;
}

/** After so long without a turn the next one need not wait for the loop, which had its chance; in milliseconds. */
const REST_MS = 1;

export function createTurns(options: TurnsOptions): Turns {
  const { budgetMs, now, soon, later } = options;
  const queue: Work[] = [];
  let isScheduled = false;
  let endedAt = Number.NEGATIVE_INFINITY;

  const schedule = (): void => {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    if (now() - endedAt >= REST_MS) soon(run);
    else later(run);
  };
  const run = (): void => {
    const startedAt = now();
    // Who asks from now on has its turn in the next one of the loop.
    const asked = queue.splice(0);
    let done = 0;
    for (const work of asked) {
      work.takeTurn();
      done += 1;
      endedAt = now();
      if (endedAt - startedAt >= budgetMs) break;
    }
    if (done < asked.length) queue.unshift(...asked.slice(done));
    isScheduled = false;
    schedule();
  };

  return {
    ask(work) {
      queue.push(work);
      schedule();
    },
  };
}
