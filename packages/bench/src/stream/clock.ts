/** Microseconds of the machine's monotonic clock, the same in every process, and cheap to read. */
export const nowUs = createMicroClock();

function createMicroClock(): () => number {
  const origin = Number(process.hrtime.bigint()) / 1e3;
  const start = performance.now();
  return () => origin + (performance.now() - start) * 1e3;
}
