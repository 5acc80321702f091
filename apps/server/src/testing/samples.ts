/** Plain values that follow the protocol, for tests that need one to be there. */
import { NO_USAGE, type Run } from "@agent-studio/shared";

const TIME = "2026-01-02T03:04:05.678Z";

/** A run that is under way. */
export function aRun(overrides: Partial<Run> = {}): Run {
  return {
    runId: `run_${"r".repeat(21)}`,
    status: "running",
    startedAt: TIME,
    turns: 1,
    model: { providerId: "demo", modelId: "demo" },
    usage: NO_USAGE,
    costUsd: 0,
    ...overrides,
  };
}
