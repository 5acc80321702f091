/** Times of the rounds of each contender, taken in turn so that a busy machine is unfair to all alike. */
export function medianTimes(
  contenders: Readonly<Record<string, () => void>>,
  rounds: number,
): Readonly<Record<string, number>> {
  const times = Object.entries(contenders).map(([name, run]) => ({
    name,
    run,
    took: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { run, took } of times) {
      const start = performance.now();
      run();
      took.push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    times.map(({ name, took }) => [name, median(took)]),
  );
}

function median(values: readonly number[]): number {
  return (
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ??
    Number.NaN
  );
}
