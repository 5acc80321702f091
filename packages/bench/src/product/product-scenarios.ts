/** What the store and the whole program are measured by. */
import type { Scenario } from "../scenario.ts";
import { API_REQUESTS } from "./api-requests.ts";
import { APPEND } from "./append.ts";
import { DEMO_PROCESSOR } from "./demo-processor.ts";
import { DEMO_RUNS } from "./demo-runs.ts";
import { FSYNC_DELAY } from "./fsync-delay.ts";
import { PUBLISH } from "./publish.ts";
import { SESSIONS_IDLE } from "./sessions.ts";
import { SNAPSHOTS } from "./snapshots.ts";
import { START_UP } from "./start-up.ts";

export const PRODUCT_SCENARIOS: readonly Scenario[] = [
  APPEND,
  FSYNC_DELAY,
  PUBLISH,
  API_REQUESTS,
  SESSIONS_IDLE,
  SNAPSHOTS,
  DEMO_PROCESSOR,
  DEMO_RUNS,
  START_UP,
];
