import type { EventOf, HarnessEvent } from "../event.ts";
import { isRunEnd } from "../event.ts";
import type { Usage } from "../usage.ts";
import { claim, createLegalRun, isOpen } from "./legal-context.ts";
import type { LegalContext, LegalRun, Report } from "./legal-context.ts";

const OF_A_RUN =
  /^(run|user|assistant|tool|approval|skill|artifact)\.|^model\.(requested|responded)$/;

type RunEndEvent = EventOf<"run.completed" | "run.failed" | "run.cancelled">;

/** Rules of runs: one at a time, one end, and nothing of it afterwards. */
export function checkRunEvent(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  if (event.type === "run.started") {
    beginRun(context, event, report);
    return;
  }
  const { run } = context;
  checkRunId(run, event, report);
  if (run === null) return;
  if (!run.hasUserMessage && event.type !== "user.message")
    report("user.message comes right after run.started");
  switch (event.type) {
    case "user.message":
      if (run.hasUserMessage) report("the run has its message already");
      if (event.payload.messageId !== run.messageId)
        report("is not the message that run.started names");
      run.hasUserMessage = true;
      break;
    case "session.resumed":
      run.wasInterrupted = true;
      break;
    case "run.resumed":
      if (!run.wasInterrupted) report("the run was not interrupted");
      run.wasInterrupted = false;
      break;
    case "run.retrying":
      if (run.call !== null) report(`${run.call.callId} is still open`);
      if (run.lastStopReason !== "error")
        report("the attempt before did not fail");
      run.isRetrying = true;
      break;
    case "run.completed":
    case "run.failed":
    case "run.cancelled":
      checkRunEnd(run, event, report);
      context.run = null;
      break;
    default:
  }
}

function beginRun(
  context: LegalContext,
  event: EventOf<"run.started">,
  report: Report,
): void {
  if (context.run !== null) report(`${context.run.runId} is still active`);
  if (event.runId === undefined) report("has no run id");
  const runId = event.runId ?? "";
  claim(context, runId, report);
  claim(context, event.payload.messageId, report);
  context.run = createLegalRun(runId, event.payload.messageId);
}

function checkRunId(
  run: LegalRun | null,
  event: HarnessEvent,
  report: Report,
): void {
  const isOfARun =
    OF_A_RUN.test(event.type) ||
    (event.type === "lab.updated" && "toolCallId" in event.payload.cause);
  if (isOfARun && event.runId === undefined) report("has no run id");
  if (event.runId !== undefined && event.runId !== run?.runId)
    report(`${event.runId} is not active`);
  if (isRunEnd(event) && run === null) report("no run is active");
}

function checkRunEnd(run: LegalRun, event: RunEndEvent, report: Report): void {
  checkNothingOpen(run, report);
  checkHasContent(run, report);
  if (!sameUsage(event.payload.usage, run.usage))
    report("usage is not the sum of its model calls");
  if (event.type !== "run.completed") return;
  const { messageId } = event.payload;
  if (messageId !== undefined && messageId !== run.message?.messageId)
    report(`${messageId} is not the run's last message`);
}

function checkNothingOpen({ call, calls }: LegalRun, report: Report): void {
  if (call?.message?.stopReason === null)
    report(`${call.message.messageId} is still open`);
  if (call !== null) report(`${call.callId} is still open`);
  for (const { requested, approval, ...rest } of calls.values()) {
    if (isOpen(rest)) report(`${requested.toolCallId} is still open`);
    if (approval?.status === "pending")
      report(`${approval.approvalId} is still pending`);
  }
}

/** A message without content has no events; a call that it asks for is content. */
export function checkHasContent({ message }: LegalRun, report: Report): void {
  if (message === null || message.hasContent) return;
  if (message.stopReason === "aborted" || message.stopReason === "error")
    return;
  report(`${message.messageId} has no content and should not be recorded`);
}

function sameUsage(a: Usage, b: Usage): boolean {
  return (
    a.inputTokens === b.inputTokens &&
    a.outputTokens === b.outputTokens &&
    a.cacheReadTokens === b.cacheReadTokens &&
    a.cacheWriteTokens === b.cacheWriteTokens
  );
}
