/** How a run that was not stopped ends: completed, or failed for one cause. */
import type { ErrorCode } from "@agent-studio/shared";
import type { RunRecorder } from "../agent/run-recorder.ts";
import type { ToolGate } from "../agent/tool-gate.ts";

export interface RunFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

export interface FailureFacts {
  readonly gate: Pick<ToolGate, "exhausted" | "lastRequestedTurn">;
  readonly recorder: Pick<RunRecorder, "failure" | "lastStopReason" | "turns">;
  readonly maxTurns: number;
  /** Whether the agent loop had a defect. */
  readonly hasDefect: boolean;
}

/** Why the run failed; undefined when its last message is an answer. */
export function failureOf(facts: FailureFacts): RunFailure | undefined {
  const { gate, recorder, maxTurns, hasDefect } = facts;
  if (recorder.failure !== undefined) return recorder.failure;
  if (hasDefect) return NOT_CARRIED_OUT;
  if (gate.exhausted) {
    return {
      code: "REPEATED_TOOL_CALL",
      message:
        "The model made the same call again and again, so the run was ended. Say what it should do instead.",
      retryable: true,
    };
  }
  if (gate.lastRequestedTurn >= maxTurns) {
    return {
      code: "MAX_TURNS",
      message: `The run was ended after ${maxTurns} turns. Send a message to let it go on.`,
      retryable: true,
    };
  }
  if (recorder.lastStopReason === "aborted") return BROKEN_OFF;
  const isAnswered =
    recorder.lastStopReason !== undefined &&
    recorder.lastStopReason !== "error" &&
    gate.lastRequestedTurn < recorder.turns;
  return isAnswered ? undefined : NOT_CARRIED_OUT;
}

const NOT_CARRIED_OUT: RunFailure = {
  code: "INTERNAL",
  message: "The run could not be carried out. Try again.",
  retryable: true,
};

const BROKEN_OFF: RunFailure = {
  code: "PROVIDER_UNAVAILABLE",
  message: "The model provider broke off its answer. Try again.",
  retryable: true,
};
