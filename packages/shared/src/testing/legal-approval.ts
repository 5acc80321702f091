import type { EventOf, HarnessEvent } from "../event.ts";
import type { ToolPolicy } from "../tool.ts";
import { openCall } from "./legal-call.ts";
import { claim } from "./legal-context.ts";
import type { LegalContext, LegalRun, Report } from "./legal-context.ts";

const STRICTNESS = ["allow", "ask", "always_ask", "deny"];

/** Rules of questions to people: one a call, one answer, and who may give it. */
export function checkApprovalEvent(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  const { run } = context;
  if (run === null) return;
  if (event.type === "approval.required") {
    claim(context, event.payload.approval.approvalId, report);
    requireApproval(run, event, report);
  } else if (event.type === "approval.resolved")
    resolveApproval(run, event, report);
}

function requireApproval(
  run: LegalRun,
  event: EventOf<"approval.required">,
  report: Report,
): void {
  const { approvalId, toolCallId, toolName, policy, status, runId, sessionId } =
    event.payload.approval;
  if (status !== "pending") report(`its status is ${status}`);
  if (runId !== event.runId || sessionId !== event.sessionId)
    report("names another run or session");
  if (policy !== "ask" && policy !== "always_ask")
    report(`nobody is asked with policy ${policy}`);
  const call = openCall(run, toolCallId, report);
  if (call === null) return;
  if (call.approval !== null) report(`${toolCallId} has an approval already`);
  if (call.state === "started") report(`${toolCallId} has started already`);
  if (toolName !== call.requested.toolName)
    report(`names another tool, ${toolName}`);
  if (STRICTNESS.indexOf(policy) < STRICTNESS.indexOf(call.requested.policy))
    report("is less strict than the tool's policy");
  call.approval = { approvalId, policy, status };
}

function resolveApproval(
  run: LegalRun,
  event: EventOf<"approval.resolved">,
  report: Report,
): void {
  const { approvalId, toolCallId, status } = event.payload;
  const call = openCall(run, toolCallId, report);
  if (call === null) return;
  if (call.approval?.approvalId !== approvalId) {
    report(`${approvalId} was never required for ${toolCallId}`);
    return;
  }
  if (call.approval.status !== "pending")
    report(`${approvalId} is ${call.approval.status} already`);
  checkAnswer(call.approval.policy, event, report);
  call.approval.status = status;
}

function checkAnswer(
  policy: ToolPolicy,
  { actor, payload }: EventOf<"approval.resolved">,
  report: Report,
): void {
  const { status, editedArgs } = payload;
  const isDecision = status === "approved" || status === "denied";
  if (isDecision && (actor === undefined || actor.kind === "system"))
    report("only a person or trust decides");
  if (actor?.kind === "trust" && (status !== "approved" || policy !== "ask")) {
    report("trust only approves, and only what is of policy ask");
  }
  if (editedArgs !== undefined && status !== "approved")
    report("only an approval edits arguments");
}
