import { denyCall } from "./deny-call.ts";
import { RunBroken, openCalls } from "./story.ts";
import type { RunStory } from "./story.ts";

/** The process ends and a new one takes over, where the run may wait through that; else nothing. */
export function playRestart(run: RunStory): void {
  const { session, runId } = run;
  const { choices, writer } = session;
  const open = openCalls(run);
  const started = open.filter(({ phase }) => phase === "started");
  const canWait =
    open.length > started.length &&
    open.every(({ phase }) => phase !== "requested");
  if (!canWait) return;

  // A tool that runs is never shut down on, but it may be crashed on.
  if (started.length === 0 && choices.seldom(2))
    writer.write("session.closed", { reason: "shutdown" });
  writer.write("session.resumed", { reason: "restart" });
  session.trust = false;
  run.needsResume = true;
  for (const call of started) {
    const { toolCallId, tool } = call;
    const failure = {
      code: "UNKNOWN_OUTCOME",
      message: "Nobody knows whether it happened.",
      durationMs: 5,
    } as const;
    writer.write(
      "tool.failed",
      { toolCallId, toolName: tool.toolName, ...failure },
      { runId },
    );
    call.phase = "over";
  }
  for (const call of open) {
    const { approvalId, toolCallId } = call;
    if (call.phase !== "asked" || approvalId === null || !choices.seldom(3))
      continue;
    const payload = { approvalId, toolCallId, status: "expired" } as const;
    writer.write("approval.resolved", payload, {
      runId,
      actor: { kind: "system" },
    });
    denyCall(run, call, { code: "TOOL_DENIED", reason: "expired" });
  }
  const isDecided = openCalls(run).every(({ phase }) => phase === "approved");
  if (isDecided && choices.seldom(2))
    throw new RunBroken("MODEL_NOT_CONFIGURED");
}
