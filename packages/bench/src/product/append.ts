import type { Scenario } from "../scenario.ts";
import { createLog, DELTA, EFFECT, withDatabase } from "./bench-log.ts";

const EVENTS = 60_000;
const QUICK_EVENTS = 6_000;

const WAYS = {
  "deltas, 16 a commit": { event: DELTA, group: 16 },
  "deltas, 200 a commit": { event: DELTA, group: 200 },
  "effects, 16 a commit": { event: EFFECT, group: 16 },
  "effects, 200 a commit": { event: EFFECT, group: 200 },
};

/** How many events a second one session can keep: deltas without fsync, effects with it. */
export const APPEND: Scenario<keyof typeof WAYS> = {
  name: "append",
  title: "Durable append: deltas (NORMAL) and effects (FULL), in groups",
  contenders: Object.keys(WAYS) as (keyof typeof WAYS)[],
  figures: ["eventsPerSecond", "microseconds"],
  measure: ({ contender, isQuick }) =>
    withDatabase(async (store) => {
      const { event, group } = WAYS[contender];
      const log = await createLog(store);
      const batch = Array.from({ length: group }, () => event);
      const groups = Math.ceil((isQuick ? QUICK_EVENTS : EVENTS) / group);
      const startedAt = performance.now();
      for (let done = 0; done < groups; done += 1) {
        log.append(batch);
        await log.settled();
      }
      const ms = performance.now() - startedAt;
      const events = groups * group;
      return {
        figures: {
          eventsPerSecond: (events / ms) * 1000,
          microseconds: (ms / events) * 1000,
        },
      };
    }),
};
