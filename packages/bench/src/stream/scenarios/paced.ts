import type { Scenario } from "../../scenario.ts";
import { USUAL_TEXT } from "../bench-event.ts";
import type { ContenderName } from "../contender.ts";
import { addDeliveries } from "../order-check.ts";
import { Stage } from "../stage.ts";

const RATE = 200;
const SECONDS = 3;
const QUICK_SECONDS = 0.5;
const WARM_UP_SECONDS = 0.5;
const QUICK_WARM_UP_SECONDS = 0.2;

export interface PacedShape {
  readonly watchers: number;
  readonly contenders: readonly ContenderName[];
  readonly once: readonly ContenderName[];
  readonly isShowcase?: boolean;
}

/** 200 events a second to some watchers of one session. */
export function createPaced(shape: PacedShape): Scenario<ContenderName> {
  const { watchers, contenders, once, isShowcase = false } = shape;
  return {
    name: `paced-${watchers}`,
    title: `${RATE} events/s to ${watchers} watcher${watchers === 1 ? "" : "s"} of one session`,
    contenders,
    once,
    isShowcase,
    figures: ["cpuPerMillion", "coreShare", "p50Ms", "p99Ms", "keptShare"],
    ratio: "cpuPerMillion",
    measure: (options) =>
      Stage.use(options, async (stage) => {
        const seconds = options.isQuick ? QUICK_SECONDS : SECONDS;
        const warmUpSeconds = options.isQuick
          ? QUICK_WARM_UP_SECONDS
          : WARM_UP_SECONDS;
        const pace = { firstSession: 0, sessions: 1, text: USUAL_TEXT };
        const warmUp = { ...pace, rate: RATE, seconds: warmUpSeconds };
        const group = "live";
        await stage.server.call("create", 1);
        await stage.watch({ group, count: watchers });
        await stage.publish(group, warmUp, 0);
        await stage.watchers.call("count", group);
        await stage.server.call("begin", undefined);
        const before = RATE * warmUpSeconds;
        const got = await stage.publish(
          group,
          { ...pace, rate: RATE, seconds },
          before,
        );
        const { cpuSeconds, seconds: passed } = await stage.server.call(
          "end",
          undefined,
        );
        return {
          delivery: addDeliveries([got]),
          figures: {
            cpuPerMillion: (cpuSeconds / got.received) * 1e6,
            coreShare: (cpuSeconds / passed) * 100,
            p50Ms: got.p50Ms,
            p99Ms: got.p99Ms,
            keptShare: (got.received / (RATE * seconds * watchers)) * 100,
          },
        };
      }),
  };
}
