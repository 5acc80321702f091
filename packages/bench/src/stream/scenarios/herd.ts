import type { Scenario } from "../../scenario.ts";
import { USUAL_TEXT } from "../bench-event.ts";
import type { ContenderName } from "../contender.ts";
import { addDeliveries } from "../order-check.ts";
import { Stage } from "../stage.ts";

const FULL = { clients: 100, events: 10_000 };
const QUICK = { clients: 30, events: 2_000 };
/** Those who only want to go on watching another session meanwhile. */
const OTHERS = 20;
const OTHERS_RATE = 100;
/** Longer than any herd takes; it is halted when the herd has everything. */
const OTHERS_SECONDS = 60;
const WARM_UP = { rate: OTHERS_RATE, seconds: 0.5 };
const MIB = 1024 * 1024;

/** Everyone comes back at once, as after a cut of the network, and has everything to read again. */
export const HERD: Scenario<ContenderName> = {
  name: "herd",
  title:
    "100 clients at once that each read 10,000 events, while others watch another session",
  contenders: ["raw", "memory", "sqlite"],
  once: ["naive", "better-sse", "fastify-sse", "sse-pubsub", "durable-streams"],
  figures: ["doneMs", "firstEventMs", "rssGrowthMiB", "othersP99Ms"],
  ratio: "doneMs",
  measure: (options) =>
    Stage.use(options, async (stage) => {
      const { clients, events } = options.isQuick ? QUICK : FULL;
      const pace = { firstSession: 1, sessions: 1, text: USUAL_TEXT };
      await stage.server.call("create", 2);
      await stage.server.call("fill", { session: 0, events, text: USUAL_TEXT });
      await stage.watch({
        group: "others",
        session: 1,
        count: OTHERS,
        apart: true,
      });
      const warmed = await stage.publish("others", { ...pace, ...WARM_UP }, 0);
      await stage.server.call("collectGarbage", undefined);
      await stage.count("others");
      const publishing = stage.publisher.call("paced", {
        ...pace,
        rate: OTHERS_RATE,
        seconds: OTHERS_SECONDS,
      });
      await stage.server.call("begin", undefined);
      await stage.watch({ group: "herd", count: clients });
      const herd = await stage.until("herd", events);
      const usage = await stage.server.call("end", undefined);
      await stage.publisher.call("halt", undefined);
      const published = warmed.received / OTHERS + (await publishing);
      const others = await stage.until("others", published);
      return {
        delivery: addDeliveries([herd, others]),
        figures: {
          doneMs: herd.lastEventMs,
          firstEventMs: herd.firstEventMs,
          rssGrowthMiB: (usage.rssPeak - usage.rssBefore) / MIB,
          othersP99Ms: others.p99Ms,
        },
      };
    }),
};
