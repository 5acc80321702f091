/** A whole class at once. */
import { inBoth, less, more, ratio } from "./target.ts";
import type { Target } from "./target.ts";

export const CLASS_TARGETS: readonly Target[] = [
  ...inBoth({
    id: "T11",
    text: "1,000 sessions at 5/s: CPU",
    scenario: "many",
    figure: "cpuPerMillion",
    ...ratio,
    ...less,
    bound: 1.2,
    goal: 1,
  }),
  ...inBoth({
    id: "T12",
    text: "200 live and 5 stalled: p99",
    scenario: "stalled",
    figure: "p99Growth",
    ...less,
    bound: 1.5,
    unit: "× without",
  }),
  ...inBoth({
    id: "T12",
    text: "… most that waits for one",
    scenario: "stalled",
    figure: "longestQueueKiB",
    ...less,
    bound: 128,
    unit: "KiB",
  }),
  ...inBoth({
    id: "T12",
    text: "… dropped",
    scenario: "stalled",
    figure: "droppedShare",
    ...more,
    bound: 100,
    unit: "%",
  }),
  ...inBoth({
    id: "T12",
    text: "… lost or repeated by who came back",
    scenario: "stalled",
    figure: "returnFaults",
    ...less,
    bound: 0,
    unit: "events",
  }),
];
