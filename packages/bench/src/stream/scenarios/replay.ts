import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scenario, TrialOptions } from "../../scenario.ts";
import type { Reading } from "../../trial.ts";
import { USUAL_TEXT } from "../bench-event.ts";
import type { ContenderName } from "../contender.ts";
import { addDeliveries } from "../order-check.ts";
import { Stage } from "../stage.ts";

const EVENTS = 100_000;
const QUICK_EVENTS = 10_000;
const MIB = 1024 * 1024;

/** One client that reads a long log from its beginning, and one from its middle. */
export const REPLAY: Scenario<ContenderName> = {
  name: "replay",
  title: "Replay of 100,000 events to one client",
  contenders: ["raw", "memory"],
  once: ["naive", "better-sse", "fastify-sse", "sse-pubsub", "durable-streams"],
  figures: ["eventsPerSecond", "firstEventMs", "rssGrowthMiB", "loopDelayMs"],
  ratio: "eventsPerSecond",
  measure: (options) =>
    Stage.use(options, async (stage) => {
      const events = eventsOf(options);
      await stage.server.call("create", 1);
      await fill(stage, events);
      // Twice: the first one warms the process up.
      const first = await readAll(stage, { group: "first", events, after: 0 });
      const second = await readAll(stage, {
        group: "second",
        events,
        after: 0,
      });
      const after = events / 2;
      const half = await readAll(stage, { group: "half", events, after });
      const readings = [first, second, half];
      const delivery = addDeliveries(
        readings.flatMap((one) => one.delivery ?? []),
      );
      return { ...second, delivery };
    }),
};

/** The same from a database that a process opens which has never read it. */
export const COLD_REPLAY: Scenario<"sqlite"> = {
  name: "cold",
  title: "Replay of 100,000 events from SQLite by a process that just started",
  contenders: ["sqlite"],
  figures: ["eventsPerSecond", "firstEventMs", "rssGrowthMiB", "loopDelayMs"],
  measure: async (options) => {
    const folder = await mkdtemp(join(tmpdir(), "studio-bench-"));
    const events = eventsOf(options);
    try {
      await Stage.use({ ...options, folder }, async (stage) => {
        await stage.server.call("create", 1);
        await fill(stage, events);
        await stage.server.call("close", undefined);
      });
      return await Stage.use({ ...options, folder }, (stage) =>
        readAll(stage, { group: "cold", events, after: 0 }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function eventsOf({ isQuick }: TrialOptions): number {
  return isQuick ? QUICK_EVENTS : EVENTS;
}

async function fill(stage: Stage, events: number): Promise<void> {
  await stage.server.call("fill", { session: 0, events, text: USUAL_TEXT });
  await stage.server.call("collectGarbage", undefined);
}

async function readAll(
  stage: Stage,
  order: {
    readonly group: string;
    readonly events: number;
    readonly after: number;
  },
): Promise<Reading> {
  const { group, events, after } = order;
  await stage.server.call("begin", undefined);
  await stage.watch({ group, after, count: 1 });
  const got = await stage.until(group, events);
  const usage = await stage.server.call("end", undefined);
  await stage.watchers.call("close", group);
  return {
    delivery: addDeliveries([got]),
    figures: {
      eventsPerSecond: got.received / (got.lastEventMs / 1000),
      firstEventMs: got.firstEventMs,
      rssGrowthMiB: (usage.rssPeak - usage.rssBefore) / MIB,
      loopDelayMs: usage.loopDelayMs,
    },
  };
}
