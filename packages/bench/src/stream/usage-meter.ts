/** What this process takes of the machine while something is measured. */
import { monitorEventLoopDelay } from "node:perf_hooks";

export interface Usage {
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  /** Resident bytes at the beginning, at most meanwhile, and now. */
  readonly rssBefore: number;
  readonly rssPeak: number;
  readonly rss: number;
  /** The longest that the event loop kept a timer waiting, in milliseconds. */
  readonly loopDelayMs: number;
  /** The most bytes that waited for one connection. */
  readonly longestQueue: number;
}

const SAMPLE_MS = 25;

/** Begins to measure; the returned function tells what it was, and ends it. */
export function startMeter(longestQueue: () => number): () => Usage {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const rssBefore = process.memoryUsage.rss();
  let rssPeak = rssBefore;
  let queue = 0;
  const sample = (): void => {
    rssPeak = Math.max(rssPeak, process.memoryUsage.rss());
    queue = Math.max(queue, longestQueue());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  delay.enable();
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - startedAt) / 1000;
    clearInterval(timer);
    delay.disable();
    sample();
    return {
      seconds,
      cpuSeconds: (user + system) / 1e6,
      rssBefore,
      rssPeak,
      rss: process.memoryUsage.rss(),
      loopDelayMs: delay.max / 1e6,
      longestQueue: queue,
    };
  };
}
