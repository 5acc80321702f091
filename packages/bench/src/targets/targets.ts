import { CLASS_TARGETS } from "./class-targets.ts";
import { FULL_SPEED_TARGETS } from "./full-speed-targets.ts";
import { PACED_TARGETS } from "./paced-targets.ts";
import { PROGRAM_TARGETS } from "./program-targets.ts";
import { REPLAY_TARGETS } from "./replay-targets.ts";
import { STORE_TARGETS } from "./store-targets.ts";
import type { Target } from "./target.ts";

/** Everything that is measured and held to something, in the order in which it is shown. */
export const TARGETS: readonly Target[] = [
  ...PACED_TARGETS,
  ...FULL_SPEED_TARGETS,
  ...REPLAY_TARGETS,
  ...CLASS_TARGETS,
  ...STORE_TARGETS,
  ...PROGRAM_TARGETS,
];
