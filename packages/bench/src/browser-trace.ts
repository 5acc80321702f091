/** What the main thread of the page did, task by task, in time of the processor: on a busy machine the clock on the wall counts others too. */
import type { Browser, CDPSession } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds by the clock, and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Task {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** What took most of it. */
  readonly parts: readonly string[];
}

export interface TaskTrace {
  /** The tasks over so many milliseconds of the processor, longest first. */
  stop(overMs: number): Promise<readonly Task[]>;
}

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "toplevel",
];
const NAMED_PARTS = 4;

/** Begins to record all pages of a browser. */
export async function startTrace(browser: Browser): Promise<TaskTrace> {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  return {
    async stop(overMs) {
      await ended(cdp);
      return longTasks(events, overMs);
    },
  };
}

async function ended(cdp: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => {
    cdp.once("Tracing.tracingComplete", () => resolve());
  });
  await cdp.send("Tracing.end");
  await complete;
  await cdp.detach();
}

function longTasks(
  events: readonly TraceEvent[],
  overMs: number,
): readonly Task[] {
  const main = new Set(
    events
      .filter(({ name, args }) => {
        return name === "thread_name" && args?.name === "CrRendererMain";
      })
      .map(threadOf),
  );
  const own = events.filter((event) => main.has(threadOf(event)));
  return own
    .filter(
      ({ name, tdur = 0 }) => /RunTask$/.test(name) && tdur > overMs * 1000,
    )
    .map((task) => ({
      wallMs: (task.dur ?? 0) / 1000,
      cpuMs: (task.tdur ?? 0) / 1000,
      parts: partsOf(task, own),
    }))
    .toSorted((a, b) => b.cpuMs - a.cpuMs);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${String(pid)}/${String(tid)}`;
}

function partsOf(task: TraceEvent, own: readonly TraceEvent[]): string[] {
  const end = task.ts + (task.dur ?? 0);
  const times = new Map<string, number>();
  for (const event of own) {
    if (event === task || event.ts < task.ts || event.ts > end) continue;
    const took = times.get(event.name) ?? 0;
    times.set(event.name, took + (event.tdur ?? 0) / 1000);
  }
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, NAMED_PARTS)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
}
