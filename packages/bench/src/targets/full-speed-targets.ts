import { memory, more, ratio } from "./target.ts";
import type { Target } from "./target.ts";

export const FULL_SPEED_TARGETS: readonly Target[] = [30, 200, 1000].map(
  (watchers) => ({
    id: "T6",
    text: `full speed to ${watchers}: deliveries/s`,
    scenario: `full-${watchers}`,
    figure: "deliveriesPerSecond",
    ...memory,
    ...ratio,
    ...more,
    bound: 1.5,
    goal: 3,
  }),
);
