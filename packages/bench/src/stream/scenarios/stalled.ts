import type { Scenario } from "../../scenario.ts";
import type { Reading } from "../../trial.ts";
import type { ContenderName } from "../contender.ts";
import { addDeliveries } from "../order-check.ts";
import type { Delivery } from "../order-check.ts";
import { Stage } from "../stage.ts";

interface Shape {
  readonly watchers: number;
  readonly stalled: number;
  readonly rate: number;
  /** Without those who stall. */
  readonly secondsBefore: number;
  /** More bytes than a watcher may be behind, and than the system's buffers take beside. */
  readonly seconds: number;
}

const FULL: Shape = {
  watchers: 200,
  stalled: 5,
  rate: 40,
  secondsBefore: 3,
  seconds: 11,
};
const QUICK: Shape = {
  watchers: 20,
  stalled: 2,
  rate: 300,
  secondsBefore: 0.5,
  seconds: 1.6,
};
/** Long texts, so that who does not read falls behind soon. */
const TEXT = 32 * 1024;
const KIB = 1024;

/** A few who do not read any more must not be felt by the others. */
export const STALLED: Scenario<ContenderName> = {
  name: "stalled",
  title:
    "40 events/s of 32 KiB to 200 watchers, without and with 5 that do not read",
  contenders: ["memory"],
  once: ["raw", "sqlite"],
  figures: [
    "p99WithoutMs",
    "p99Ms",
    "p99Growth",
    "longestQueueKiB",
    "droppedShare",
    "returnFaults",
  ],
  measure: (options) =>
    Stage.use(options, (stage) =>
      measureStalled(stage, options.isQuick ? QUICK : FULL),
    ),
};

async function measureStalled(stage: Stage, shape: Shape): Promise<Reading> {
  const { watchers, stalled, rate, secondsBefore, seconds } = shape;
  const pace = { firstSession: 0, sessions: 1, rate, text: TEXT };
  await stage.server.call("create", 1);
  await stage.watch({ group: "live", count: watchers });
  const warmUp = { ...pace, seconds: 0.5 };
  const warm = (await stage.publish("live", warmUp, 0)).received / watchers;
  await stage.watchers.call("count", "live");
  const without = await stage.publish(
    "live",
    { ...pace, seconds: secondsBefore },
    warm,
  );
  const after = warm + without.received / watchers;
  const order = { group: "stalled", after, count: stalled, stalls: true };
  await stage.watch(order);
  await stage.watchers.call("count", "live");
  await stage.server.call("begin", undefined);
  const live = await stage.publish("live", { ...pace, seconds }, after);
  const { longestQueue } = await stage.server.call("end", undefined);
  const until = after + Math.round(rate * seconds);
  const { dropped, ...resumed } = await resume(stage, until);
  return {
    delivery: addDeliveries([live, resumed]),
    figures: {
      p99WithoutMs: without.p99Ms,
      p99Ms: live.p99Ms,
      p99Growth: live.p99Ms / without.p99Ms,
      longestQueueKiB: longestQueue / KIB,
      droppedShare: (dropped / stalled) * 100,
      returnFaults: resumed.lost + resumed.repeated + resumed.outOfOrder,
    },
  };
}

/** Those who stalled read what still comes; who was dropped comes back with the last id. */
async function resume(
  stage: Stage,
  until: number,
): Promise<Delivery & { readonly dropped: number }> {
  const group = "stalled";
  await stage.watchers.call("readOn", group);
  await stage.until(group, until);
  const dropped = await stage.watchers.call("closed", group);
  if (dropped > 0) {
    const lasts = await stage.watchers.call("lasts", group);
    const places = await stage.places(0, lasts);
    await stage.watchers.call("reopen", { group, places });
  }
  const got = await stage.until(group, until);
  return { ...addDeliveries([got]), dropped };
}
