import type { Scenario } from "../../scenario.ts";
import { USUAL_TEXT } from "../bench-event.ts";
import type { ContenderName } from "../contender.ts";
import { addDeliveries } from "../order-check.ts";
import { Stage } from "../stage.ts";

const SESSION = 0;
const WARM_UP_EVENTS = 200;
const QUICK_SHARE = 0.1;

export interface FullSpeedShape {
  readonly watchers: number;
  /** Fewer bytes in all than a watcher may fall behind. */
  readonly events: number;
  readonly contenders: readonly ContenderName[];
  readonly once: readonly ContenderName[];
}

/** As many events as the server takes, in bursts of 16, to some watchers of one session. */
export function createFullSpeed(
  shape: FullSpeedShape,
): Scenario<ContenderName> {
  const { watchers, contenders, once } = shape;
  return {
    name: `full-${watchers}`,
    title: `Full speed to ${watchers} watchers of one session`,
    contenders,
    once,
    figures: ["deliveriesPerSecond", "cpuPerMillion", "coreShare"],
    ratio: "deliveriesPerSecond",
    measure: (options) =>
      Stage.use(options, async (stage) => {
        const events = options.isQuick
          ? shape.events * QUICK_SHARE
          : shape.events;
        const group = "live";
        const order = { session: SESSION, text: USUAL_TEXT };
        await stage.server.call("create", 1);
        await stage.server.call("waitWhenFull", undefined);
        await stage.watch({ group, count: watchers });
        const warmUp = { ...order, events: WARM_UP_EVENTS };
        await stage.publisher.call("fullSpeed", warmUp);
        await stage.until(group, WARM_UP_EVENTS);
        await stage.watchers.call("count", group);
        await stage.server.call("begin", undefined);
        // What does not keep up is given up with its publisher still at work.
        const publishing = stage.publisher.call("fullSpeed", {
          ...order,
          events,
        });
        publishing.catch(() => undefined);
        const got = await stage.until(group, WARM_UP_EVENTS + events);
        const usage = await stage.server.call("end", undefined);
        return {
          delivery: addDeliveries([got]),
          figures: {
            deliveriesPerSecond: got.received / got.seconds,
            cpuPerMillion: (usage.cpuSeconds / got.received) * 1e6,
            coreShare: (usage.cpuSeconds / usage.seconds) * 100,
          },
        };
      }),
  };
}
