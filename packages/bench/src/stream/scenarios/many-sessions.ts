import type { Scenario } from "../../scenario.ts";
import { USUAL_TEXT } from "../bench-event.ts";
import type { ContenderName } from "../contender.ts";
import { addDeliveries } from "../order-check.ts";
import { Stage } from "../stage.ts";

const FULL = { sessions: 1000, warmUp: 1, seconds: 3 };
const QUICK = { sessions: 200, warmUp: 0.4, seconds: 0.6 };
const RATE = 5;

/** A class in which everyone works on something of their own. */
export const MANY_SESSIONS: Scenario<ContenderName> = {
  name: "many",
  title: `1,000 sessions with a watcher each, ${RATE} events/s in every one`,
  contenders: ["raw", "memory", "sqlite"],
  figures: ["cpuPerMillion", "coreShare", "p50Ms", "p99Ms"],
  ratio: "cpuPerMillion",
  measure: (options) =>
    Stage.use(options, async (stage) => {
      const { sessions, warmUp, seconds } = options.isQuick ? QUICK : FULL;
      const group = "live";
      const pace = { firstSession: 0, sessions, text: USUAL_TEXT, rate: RATE };
      await stage.server.call("create", sessions);
      const places = await Promise.all(
        Array.from({ length: sessions }, (_, session) =>
          stage.server.call("place", { session, after: 0 }),
        ),
      );
      await stage.watchers.call("open", { group, places });
      await stage.publish(group, { ...pace, seconds: warmUp }, 0);
      await stage.watchers.call("count", group);
      await stage.server.call("begin", undefined);
      const got = await stage.publish(
        group,
        { ...pace, seconds },
        RATE * warmUp,
      );
      const usage = await stage.server.call("end", undefined);
      return {
        delivery: addDeliveries([got]),
        figures: {
          cpuPerMillion: (usage.cpuSeconds / got.received) * 1e6,
          coreShare: (usage.cpuSeconds / usage.seconds) * 100,
          p50Ms: got.p50Ms,
          p99Ms: got.p99Ms,
        },
      };
    }),
};
