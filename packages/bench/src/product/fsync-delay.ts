import { setTimeout as delay } from "node:timers/promises";
import type { EventLog } from "@agent-studio/harness";
import type { Scenario } from "../scenario.ts";
import { percentile } from "../statistics.ts";
import { createLog, DELTA, EFFECT, withDatabase } from "./bench-log.ts";

const SECONDS = 2;
const QUICK_SECONDS = 0.5;
const DELTA_EVERY_MS = 5;
const EFFECT_EVERY_MS = 20;
/** Effects of other sessions that commit together. */
const EFFECTS = 10;

/** Whether a delta waits for the disk while other sessions commit effects. */
export const FSYNC_DELAY: Scenario<"alone" | "beside effects"> = {
  name: "fsync",
  title:
    "A delta every 5 ms until it is visible, alone and beside effects of other sessions",
  contenders: ["alone", "beside effects"],
  figures: ["p50Ms", "p99Ms"],
  measure: ({ contender, isQuick }) =>
    withDatabase(async (store) => {
      const end =
        performance.now() + (isQuick ? QUICK_SECONDS : SECONDS) * 1000;
      const own = await createLog(store);
      const others = await Promise.all(
        Array.from({ length: EFFECTS }, (_, index) =>
          createLog(store, index + 1),
        ),
      );
      const deltas = appendDeltas(own, end);
      if (contender === "beside effects") await appendEffects(others, end);
      const took = await deltas;
      return {
        figures: {
          p50Ms: percentile(took, 0.5) ?? Number.NaN,
          p99Ms: percentile(took, 0.99) ?? Number.NaN,
        },
      };
    }),
};

async function appendDeltas(log: EventLog, end: number): Promise<number[]> {
  const took: number[] = [];
  while (performance.now() < end) {
    const before = performance.now();
    log.append([DELTA]);
    await log.settled();
    took.push(performance.now() - before);
    await delay(DELTA_EVERY_MS);
  }
  return took;
}

async function appendEffects(
  logs: readonly EventLog[],
  end: number,
): Promise<void> {
  while (performance.now() < end) {
    for (const log of logs) log.append([EFFECT]);
    await Promise.all(logs.map((log) => log.settled()));
    await delay(EFFECT_EVERY_MS);
  }
}
