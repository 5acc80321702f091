/** What is measured, with how it is shown. Bytes are shown as KiB or MiB, shares as percent. */
export const FIGURES = {
  cpuPerMillion: { title: "CPU s per million", digits: 2 },
  coreShare: { title: "% of a core", digits: 1 },
  p50Ms: { title: "p50 ms", digits: 2 },
  p99Ms: { title: "p99 ms", digits: 2 },
  deliveriesPerSecond: { title: "deliveries/s", digits: 0 },
  keptShare: { title: "% delivered", digits: 1 },
  rssPerWatcherKiB: { title: "KiB a watcher", digits: 1 },
  eventsPerSecond: { title: "events/s", digits: 0 },
  firstEventMs: { title: "first event ms", digits: 1 },
  doneMs: { title: "all done ms", digits: 0 },
  rssGrowthMiB: { title: "growth MiB", digits: 1 },
  loopDelayMs: { title: "loop held ms", digits: 1 },
  othersP99Ms: { title: "others' p99 ms", digits: 1 },
  p99WithoutMs: { title: "p99 without ms", digits: 1 },
  p99Growth: { title: "p99 with / without", digits: 2 },
  longestQueueKiB: { title: "longest queue KiB", digits: 0 },
  droppedShare: { title: "% dropped", digits: 0 },
  returnFaults: { title: "lost or repeated on return", digits: 0 },
  microseconds: { title: "µs", digits: 2 },
  milliseconds: { title: "ms", digits: 1 },
  share: { title: "%", digits: 1 },
  mebibytes: { title: "MiB", digits: 2 },
  count: { title: "count", digits: 0 },
  perSecond: { title: "a second", digits: 1 },
  kilobytes: { title: "kB", digits: 1 },
} as const;

export type FigureName = keyof typeof FIGURES;
export type Figures = Readonly<Partial<Record<FigureName, number>>>;

/** A number as a table shows it; a dash for none. */
export function formatNumber(
  value: number | undefined,
  digits: number,
): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
