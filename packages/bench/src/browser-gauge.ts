/** What a page costs while something happens in it, as Chromium itself counts. */
import type { CDPSession, Page } from "playwright-core";
import { startTrace } from "./browser-trace.ts";
import type { Task } from "./browser-trace.ts";

export interface Cost {
  readonly wallMs: number;
  /** Time of the processor for JavaScript, as a share of the time that passed. */
  readonly scripting: number;
  /** The same for everything that the main thread does, style and layout included. */
  readonly busy: number;
  /** Tasks over 50 ms as the page itself sees them, by the clock. */
  readonly longTasks: readonly number[];
  /** Tasks over 50 ms of the processor. */
  readonly longCpuTasks: readonly Task[];
}

export interface Gauge {
  /** Does something and answers what it cost. */
  measure(during: () => Promise<void>): Promise<Cost>;
  /** Bytes of the JavaScript heap and nodes of the page, after everything unused is thrown away. */
  memory(): Promise<{ readonly heapBytes: number; readonly nodes: number }>;
}

/** What the browser calls a long task. */
const LONG_TASK_MS = 50;

/** Keeps the durations of tasks over 50 ms where the gauge finds them; for `addInitScript`. */
export const WATCH_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
`;

/** A gauge on a page that has `WATCH_TASKS`. */
export async function createGauge(page: Page): Promise<Gauge> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page belongs to no browser.");
  return {
    async measure(during) {
      await page.evaluate(forgetTasks);
      const trace = await startTrace(browser);
      const before = await metricsOf(cdp);
      const start = performance.now();
      await during();
      const wall = (performance.now() - start) / 1000;
      const after = await metricsOf(cdp);
      const seconds = (name: string) =>
        (after.get(name) ?? 0) - (before.get(name) ?? 0);
      return {
        wallMs: wall * 1000,
        scripting: seconds("ScriptDuration") / wall,
        busy: seconds("TaskDuration") / wall,
        longTasks: await page.evaluate(tasksOf),
        longCpuTasks: await trace.stop(LONG_TASK_MS),
      };
    },
    async memory() {
      await cdp.send("HeapProfiler.enable");
      await cdp.send("HeapProfiler.collectGarbage");
      await cdp.send("HeapProfiler.disable");
      const metrics = await metricsOf(cdp);
      return {
        heapBytes: metrics.get("JSHeapUsedSize") ?? Number.NaN,
        nodes: metrics.get("Nodes") ?? Number.NaN,
      };
    },
  };
}

declare global {
  var longTasks: number[];
}

function forgetTasks(): void {
  globalThis.longTasks.length = 0;
}

function tasksOf(): number[] {
  return globalThis.longTasks;
}

async function metricsOf(
  cdp: CDPSession,
): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
