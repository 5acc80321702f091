/** Microseconds of the machine's monotonic clock, which is the same in every process. */
export function nowUs(): number {
  return Number(process.hrtime.bigint()) / 1e3;
}
