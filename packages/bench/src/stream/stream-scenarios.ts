/** What the stream is measured by. */
import type { Scenario } from "../scenario.ts";
import { createFullSpeed } from "./scenarios/full-speed.ts";
import { HERD } from "./scenarios/herd.ts";
import { IDLE } from "./scenarios/idle.ts";
import { MANY_SESSIONS } from "./scenarios/many-sessions.ts";
import { createPaced } from "./scenarios/paced.ts";
import { COLD_REPLAY, REPLAY } from "./scenarios/replay.ts";
import { STALLED } from "./scenarios/stalled.ts";

const MEASURED = ["raw", "memory", "sqlite"] as const;
const PEERS = [
  "naive",
  "better-sse",
  "fastify-sse",
  "sse-pubsub",
  "durable-streams",
] as const;

export const STREAM_SCENARIOS: readonly Scenario[] = [
  createPaced({ watchers: 1, contenders: MEASURED, once: [] }),
  createPaced({
    watchers: 200,
    contenders: MEASURED,
    once: PEERS,
    isShowcase: true,
  }),
  createPaced({ watchers: 1000, contenders: MEASURED, once: PEERS }),
  createFullSpeed({
    watchers: 30,
    events: 15_000,
    contenders: ["raw", "memory"],
    once: ["naive"],
  }),
  createFullSpeed({
    watchers: 200,
    events: 5_000,
    contenders: MEASURED,
    once: PEERS,
  }),
  createFullSpeed({
    watchers: 1000,
    events: 1_500,
    contenders: ["raw", "memory"],
    once: ["naive"],
  }),
  IDLE,
  REPLAY,
  COLD_REPLAY,
  HERD,
  MANY_SESSIONS,
  STALLED,
];
