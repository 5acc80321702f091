import { inBoth, less, more, ratio } from "./target.ts";
import type { Target } from "./target.ts";

/** The longest window in which frames are joined, with what the target allows on top. */
const JOINED_MS = 33 + 20;
const JOINED_GOAL_MS = 33 + 8;

export const PACED_TARGETS: readonly Target[] = [
  ...inBoth({
    id: "T2",
    text: "200 watchers at 200/s: CPU",
    scenario: "paced-200",
    figure: "cpuPerMillion",
    ...ratio,
    ...less,
    bound: 0.5,
    goal: 0.3,
  }),
  ...inBoth({
    id: "T3",
    text: "1,000 watchers at 200/s: delivered",
    scenario: "paced-1000",
    figure: "keptShare",
    ...more,
    bound: 100,
    unit: "%",
  }),
  ...inBoth({
    id: "T3",
    text: "1,000 watchers at 200/s: CPU",
    scenario: "paced-1000",
    figure: "coreShare",
    ...less,
    bound: 40,
    goal: 25,
    unit: "% of a core",
  }),
  ...inBoth({
    id: "T3",
    text: "1,000 watchers at 200/s: p99",
    scenario: "paced-1000",
    figure: "p99Ms",
    ...less,
    bound: 100,
    goal: 60,
    unit: "ms",
  }),
  ...inBoth({
    id: "T4",
    text: "200 watchers at 200/s: p99",
    scenario: "paced-200",
    figure: "p99Ms",
    ...less,
    bound: JOINED_MS,
    goal: JOINED_GOAL_MS,
    unit: "ms",
  }),
  ...inBoth({
    id: "T5",
    text: "1 watcher at 200/s: p99",
    scenario: "paced-1",
    figure: "p99Ms",
    ...less,
    bound: 5,
    goal: 2,
    unit: "ms",
  }),
];
