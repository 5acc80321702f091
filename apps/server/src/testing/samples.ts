/** Plain values that follow the protocol, for tests that need one to be there. */
import type { Approval, Run } from "@agent-studio/shared";

const TIME = "2026-01-02T03:04:05.678Z";
const NO_USAGE = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

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

/** An approval that waits. */
export function anApproval(
  overrides: Partial<Approval> & Pick<Approval, "sessionId">,
): Approval {
  return {
    approvalId: `ap_${"a".repeat(21)}`,
    runId: `run_${"r".repeat(21)}`,
    toolCallId: `call_${"c".repeat(21)}`,
    toolName: "save",
    policy: "ask",
    args: { body: "text" },
    argsDigest: "0".repeat(64),
    summary: { "zh-CN": "保存", en: "Save" },
    risk: "low",
    requestedAt: TIME,
    expiresAt: TIME,
    status: "pending",
    ...overrides,
  };
}
