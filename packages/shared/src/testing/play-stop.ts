import type { ErrorCode } from "../errors.ts";
import { closeModelCall } from "./play-model-call.ts";
import { RunBroken, openCalls, totalsOf } from "./story.ts";
import type { CallStory, RunStopped, RunStory } from "./story.ts";

const SYSTEM = { kind: "system" } as const;
const WORDING = "The run could not go on.";

/** Closes what is open, then ends the run, and the session where that is why. */
export function stopRun(run: RunStory, stop: RunStopped | RunBroken): void {
  const { session, runId } = run;
  const { writer } = session;
  const extras = { runId };
  if (stop instanceof RunBroken) {
    closeCalls(
      run,
      stop.code === "MODEL_NOT_CONFIGURED" ? "INTERRUPTED" : "TOOL_CANCELLED",
    );
    const payload = {
      code: stop.code,
      message: WORDING,
      retryable: stop.code.startsWith("PROVIDER_"),
    };
    writer.write("run.failed", { ...payload, ...totalsOf(run) }, extras);
    return;
  }
  if (stop.by === "crash") {
    writer.write("session.resumed", { reason: "restart" });
    session.trust = false;
    closeModelCall(run, "aborted");
    closeCalls(run, "INTERRUPTED");
    writer.write(
      "run.failed",
      {
        code: "INTERRUPTED",
        message: WORDING,
        retryable: true,
        ...totalsOf(run),
      },
      extras,
    );
    return;
  }
  closeModelCall(run, "aborted");
  closeCalls(run, stop.by === "timeout" ? "RUN_TIMEOUT" : "TOOL_CANCELLED");
  writer.write("run.cancelled", { reason: stop.by, ...totalsOf(run) }, extras);
  if (stop.by !== "session_deleted" && stop.by !== "shutdown") return;
  session.closed = stop.by === "shutdown" ? "shutdown" : "deleted";
  writer.write("session.closed", { reason: session.closed });
}

type StopCode = Extract<
  ErrorCode,
  "TOOL_CANCELLED" | "RUN_TIMEOUT" | "INTERRUPTED"
>;

function closeCalls(run: RunStory, code: StopCode): void {
  const extras = { runId: run.runId };
  const { writer } = run.session;
  for (const { phase, approvalId, toolCallId } of run.calls) {
    if (phase !== "asked" || approvalId === null) continue;
    writer.write(
      "approval.resolved",
      { approvalId, toolCallId, status: "cancelled" },
      { ...extras, actor: SYSTEM },
    );
  }
  for (const call of openCalls(run)) {
    if (call.phase === "started") closeStarted(run, call, code);
    else {
      const payload = {
        toolCallId: call.toolCallId,
        toolName: call.tool.toolName,
        code,
      };
      writer.write("tool.denied", { ...payload, reason: "cancelled" }, extras);
    }
    call.phase = "over";
  }
}

/** A tool that was stopped still returns, gives up, or is not heard of again. */
function closeStarted(
  run: RunStory,
  { toolCallId, tool }: CallStory,
  code: StopCode,
): void {
  const { writer, choices } = run.session;
  const payload = { toolCallId, toolName: tool.toolName, durationMs: 5 };
  const extras = { runId: run.runId };
  const ending =
    code === "INTERRUPTED"
      ? "lost"
      : choices.one(["stopped", "returned", "lost"]);
  if (ending === "returned") {
    writer.write(
      "tool.completed",
      { ...payload, result: { text: "just in time" } },
      extras,
    );
    return;
  }
  const failure = {
    code: ending === "lost" ? "UNKNOWN_OUTCOME" : code,
    message: WORDING,
  } as const;
  writer.write("tool.failed", { ...payload, ...failure }, extras);
}
