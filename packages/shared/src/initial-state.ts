import type { SessionState } from "./state.ts";
import { NO_USAGE } from "./usage.ts";

/** The state of a session before its first event. Times are empty until then. */
export function createInitialState(sessionId: string): SessionState {
  return {
    sequence: 0,
    sessionId,
    labId: "",
    title: "",
    createdAt: "",
    updatedAt: "",
    status: "idle",
    trust: false,
    closed: null,
    model: null,
    messages: [],
    open: null,
    activeRunId: null,
    retry: null,
    runs: [],
    approvals: [],
    skills: [],
    attachments: [],
    artifacts: [],
    collections: [],
    totals: { usage: NO_USAGE, costUsd: 0, runs: 0, turns: 0, toolCalls: 0 },
  };
}
