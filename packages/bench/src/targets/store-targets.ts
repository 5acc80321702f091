import { less, memory, more } from "./target.ts";
import type { Target } from "./target.ts";

export const STORE_TARGETS: readonly Target[] = [
  {
    id: "T13",
    text: "append in groups of 200, NORMAL",
    scenario: "append",
    contender: "deltas, 200 a commit",
    figure: "eventsPerSecond",
    ...more,
    bound: 100_000,
    goal: 200_000,
    unit: "events/s",
  },
  {
    id: "T13",
    text: "append in groups of 200, FULL",
    scenario: "append",
    contender: "effects, 200 a commit",
    figure: "eventsPerSecond",
    ...more,
    bound: 40_000,
    unit: "events/s",
  },
  {
    id: "T13",
    text: "a delta beside commits with fsync: p99",
    scenario: "fsync",
    contender: "beside effects",
    figure: "p99Ms",
    ...less,
    bound: 5,
    unit: "ms",
  },
  {
    id: "T14",
    text: "publishing an event, checked",
    scenario: "publish",
    ...memory,
    figure: "microseconds",
    ...less,
    bound: 3,
    goal: 1.5,
    unit: "µs",
  },
];
