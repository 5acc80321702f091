/** Lets a few pieces of work through at once; the others wait in order. */
export interface Lane {
  /** The task's result; rejects with the signal's reason when that aborts while the task waits. */
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A lane for `limit` tasks. */
export function createLane(limit: number): Lane {
  let free = limit;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const enter = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const turn = Promise.withResolvers<null>();
    const go = () => turn.resolve(null);
    const abort = () => {
      const place = waiting.indexOf(go);
      if (place !== -1) waiting.splice(place, 1);
      turn.reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    waiting.push(go);
    await turn.promise.finally(() =>
      signal.removeEventListener("abort", abort),
    );
  };
  return {
    async run(task, signal) {
      await enter(signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
