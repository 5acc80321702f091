/** What the server says it took for its answers, as the browser reads it in their Server-Timing header. */
export interface AnswerTimes {
  /** Milliseconds of the last answer that is known; null before the first, and where the browser does not tell. */
  latest(): number | null;
  /** Reads from now on. The answer ends that and may be used twice. */
  watch(): () => void;
}

/** The times of the answers at one path. Browsers tell on secure addresses only; elsewhere there are none. */
export function createAnswerTimes(path: string): AnswerTimes {
  let latest: number | null = null;
  const read = (entry: PerformanceEntry): void => {
    const isOurs =
      entry instanceof PerformanceResourceTiming && entry.name.endsWith(path);
    if (!isOurs) return;
    const timings = "serverTiming" in entry ? entry.serverTiming : [];
    latest = timings.find(({ name }) => name === "app")?.duration ?? latest;
  };
  return {
    latest: () => latest,
    watch() {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) read(entry);
      });
      observer.observe({ type: "resource" });
      return () => observer.disconnect();
    },
  };
}
