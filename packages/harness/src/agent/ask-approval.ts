/** Who allows a call: its policy, trust, or a person who is asked and waited for. */
import {
  LocalizedTextSchema,
  RiskSchema,
  type Actor,
  type Approval,
  type JsonObject,
} from "@agent-studio/shared";
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import type { NewEvent } from "../events/event-store.ts";
import { deepFreeze, digestOf } from "../security/canonical-json.ts";
import type { ToolDefinition } from "../tools/define-tool.ts";
import { cancelCall, denyCall } from "./end-call.ts";
import { setCallState, type GatedCall } from "./gated-call.ts";
import type { GuardDeps } from "./guard-deps.ts";
import type { RestoredApproval } from "./restored-calls.ts";
import { actorOfPolicy } from "./tool-run-context.ts";

const SUMMARY_LIMIT = 200;

/** Who allowed the call; undefined when it was ended instead. */
export async function allow(
  call: GatedCall,
  deps: GuardDeps,
): Promise<Actor | undefined> {
  const { restored } = call;
  if (deps.stop.reason !== undefined) return cancelCall(call, deps);
  if (restored !== undefined) {
    const outcome =
      restored.outcome() ?? (await waitAgain(call, restored, deps));
    return applyOutcome(call, outcome, deps);
  }
  if (call.policy === "allow") return actorOfPolicy(call.policy);
  if (call.policy === "deny") return denyCall(call, deps, "policy");
  const approval = toApproval(call, deps);
  call.approvalId = approval.approvalId;
  if (call.policy === "ask" && deps.port.trust())
    return allowByTrust(call, approval, deps);
  const outcome = await askPerson(call, approval, deps);
  return applyOutcome(call, outcome, deps);
}

async function allowByTrust(
  call: GatedCall,
  approval: Approval,
  deps: GuardDeps,
): Promise<Actor> {
  const actor: Actor = { kind: "trust" };
  const { approvalId, toolCallId } = approval;
  deps.port.append([
    approvalRequired(call, approval, deps),
    {
      type: "approval.resolved",
      runId: deps.port.runId,
      actor,
      payload: { approvalId, toolCallId, status: "approved" },
    },
  ]);
  await deps.port.settled();
  return actor;
}

async function askPerson(
  call: GatedCall,
  approval: Approval,
  deps: GuardDeps,
): Promise<ApprovalOutcome> {
  deps.port.append([approvalRequired(call, approval, deps)]);
  setCallState(call, "waiting", deps.port);
  // The log may have been lost by this very append; then nobody is told when the waiter is there.
  if (deps.stop.reason !== undefined) return { status: "cancelled" };
  return waitFor(approval.approvalId, deps.approvalTimeoutMs, deps);
}

/** A run that was resumed asks nobody twice: the question that is in the log goes on waiting. */
function waitAgain(
  call: GatedCall,
  restored: RestoredApproval,
  deps: GuardDeps,
): Promise<ApprovalOutcome> {
  setCallState(call, "waiting", deps.port);
  return waitFor(restored.approvalId, restored.remainingMs(), deps);
}

function waitFor(
  approvalId: string,
  remainingMs: number,
  { port, approvals }: GuardDeps,
): Promise<ApprovalOutcome> {
  const { sessionId, runId } = port;
  const onExpire = (): void => port.expire(approvalId);
  return approvals.wait({
    sessionId,
    runId,
    approvalId,
    remainingMs,
    onExpire,
  });
}

function applyOutcome(
  call: GatedCall,
  outcome: ApprovalOutcome,
  deps: GuardDeps,
): Actor | undefined {
  switch (outcome.status) {
    case "approved": {
      const edited = deps.port.approval(call.approvalId ?? "")?.editedArgs;
      if (edited !== undefined && outcome.args !== undefined) {
        call.editedArgs = deepFreeze(outcome.args) as JsonObject;
        call.args = call.editedArgs;
      }
      setCallState(call, "queued", deps.port);
      return (
        deps.port.approval(call.approvalId ?? "")?.resolvedBy ?? {
          kind: "system",
        }
      );
    }
    case "denied":
      return denyCall(call, deps, "user", outcome.reason);
    case "expired":
      return denyCall(call, deps, "expired");
    case "invalidated":
      return denyCall(call, deps, "invalidated");
    case "cancelled":
      return cancelCall(call, deps);
  }
}

function approvalRequired(
  call: GatedCall,
  approval: Approval,
  deps: GuardDeps,
): NewEvent {
  return {
    type: "approval.required",
    runId: deps.port.runId,
    payload: { approval },
    sealed: {
      kind: "approval",
      approvalId: approval.approvalId,
      toolCallId: call.toolCallId,
      args: call.args,
      toolDigest: toolDigest(call.tool),
      tool: {
        description: call.tool.description,
        parameters: call.tool.parameters,
      },
    },
  };
}

/** Ties an approval to the tool as it was described when the approval was asked for. */
export function toolDigest(tool: ToolDefinition): string {
  return digestOf({
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
  });
}

function toApproval(call: GatedCall, deps: GuardDeps): Approval {
  const now = deps.wallClock();
  const { summary, risk } = summarize(call);
  return {
    approvalId: deps.newApprovalId(),
    sessionId: deps.port.sessionId,
    runId: deps.port.runId,
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    policy: call.policy,
    args: deps.port.redact(call.args, Number.POSITIVE_INFINITY),
    argsDigest: digestOf(call.args),
    summary: {
      "zh-CN": clip(deps.port.redactText(summary["zh-CN"])),
      en: clip(deps.port.redactText(summary.en)),
    },
    risk,
    requestedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + deps.approvalTimeoutMs).toISOString(),
    status: "pending",
  };
}

function summarize(call: GatedCall): {
  summary: Approval["summary"];
  risk: Approval["risk"];
} {
  try {
    const { summary, risk } = call.tool.summarize(call.args);
    return {
      summary: LocalizedTextSchema.parse(summary),
      risk: RiskSchema.parse(risk ?? call.tool.risk),
    };
  } catch {
    return { summary: call.tool.title, risk: call.tool.risk };
  }
}

function clip(text: string): string {
  if (text.length <= SUMMARY_LIMIT) return text;
  const kept = text.slice(0, SUMMARY_LIMIT - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept}…`;
}
