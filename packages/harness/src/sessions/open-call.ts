/** Calls of a run that have not ended, and how they end when their run was interrupted or is stopped. */
import type {
  Approval,
  ErrorCode,
  EventInput,
  Run,
  SessionState,
  ToolCallPart,
  ToolChange,
  ToolDenialReason,
} from "@agent-studio/shared";
import { sealReply } from "../agent/end-call.ts";
import { denialReply, failureReply } from "../agent/tool-reply.ts";
import type { NewEvent } from "../events/event-store.ts";

export interface OpenCall extends ToolCallPart {
  readonly toolCallId: string;
}

/** The open calls of the message in progress. */
export function openCalls(state: SessionState): readonly OpenCall[] {
  return (state.open?.parts ?? []).filter(
    (part): part is OpenCall =>
      part.kind === "tool" &&
      part.toolCallId !== undefined &&
      (part.state === "requested" ||
        part.state === "awaiting_approval" ||
        part.state === "running"),
  );
}

export function isPending(call: OpenCall): boolean {
  return call.approval?.status === "pending";
}

/** Decided against, but the process was gone before the call could end. */
export function isRefused({ approval }: OpenCall): boolean {
  return (
    approval?.status === "denied" ||
    approval?.status === "expired" ||
    approval?.status === "invalidated"
  );
}

/** A person was asked about it, and it has not started. */
export function isAsked(call: OpenCall): boolean {
  return call.state !== "running" && call.approval !== undefined;
}

/** The end of a call's approval. */
export function resolved(
  { runId }: Run,
  { toolCallId, approval }: OpenCall,
  status: Exclude<Approval["status"], "pending">,
  toolChange?: ToolChange,
): EventInput {
  const approvalId = approval?.approvalId ?? "";
  return {
    type: "approval.resolved",
    runId,
    actor: { kind: "system" },
    payload: {
      approvalId,
      toolCallId,
      status,
      ...(toolChange === undefined ? {} : { toolChange }),
    },
  };
}

function unknownOutcome(run: Run, call: OpenCall): NewEvent {
  const { toolCallId, toolName } = call;
  const code = "UNKNOWN_OUTCOME";
  const message =
    "The call had started when the server stopped. Its outcome is unknown: it may have had its effect. Check before you do it again.";
  return {
    type: "tool.failed",
    runId: run.runId,
    payload: { toolCallId, toolName, code, message, durationMs: 0 },
    sealed: sealReply(call, failureReply(code, message)),
  };
}

/**
 * The end of a call as far as it is known: decided against, of unknown outcome when it had started, else cancelled with
 * `cancelCode`.
 */
export function endCall(
  run: Run,
  call: OpenCall,
  cancelCode: ErrorCode = "INTERRUPTED",
): NewEvent {
  if (call.state === "running") return unknownOutcome(run, call);
  switch (call.approval?.status) {
    case "denied":
      return denied(run, call, "TOOL_DENIED", "user");
    case "expired":
    case "invalidated":
      return denied(run, call, "TOOL_DENIED", call.approval.status);
    default:
      return denied(run, call, cancelCode, "cancelled");
  }
}

function denied(
  { runId }: Run,
  call: OpenCall,
  code: ErrorCode,
  reason: ToolDenialReason,
): NewEvent {
  const { toolCallId, toolName } = call;
  return {
    type: "tool.denied",
    runId,
    payload: { toolCallId, toolName, code, reason },
    sealed: sealReply(call, denialReply(reason, code, call.approval?.reason)),
  };
}
