/** The one end of a call: the event, the result sealed with it, and what the model reads. */
import type {
  Approval,
  ErrorCode,
  ToolDenialReason,
} from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import type { ToolOutput } from "../tools/define-tool.ts";
import type { ToolReply } from "./agent-session.ts";
import type { GatedCall } from "./gated-call.ts";
import type { GuardDeps } from "./guard-deps.ts";
import {
  denialReply,
  failureReply,
  successReply,
  withEdit,
} from "./tool-reply.ts";
import { toToolResult } from "./tool-result.ts";

/** Characters that the message of a failed call has in events. */
const MESSAGE_LIMIT = 4000;

/** Ends a call whose tool returned. Throws, and ends nothing, when what it returned is no output. */
export function completeCall(
  call: GatedCall,
  output: ToolOutput,
  deps: Pick<GuardDeps, "port" | "surroundings" | "skills">,
): void {
  const { toolCallId, toolName } = call;
  const { runId } = deps.port;
  const reply = edited(
    successReply(deps.port.redactText(output.text)),
    call,
    deps,
  );
  const result = toToolResult(output, deps.port);
  const durationMs = elapsed(call, deps);
  const events: NewEvent[] = [
    {
      type: "tool.completed",
      runId,
      payload: { toolCallId, toolName, result, durationMs },
      sealed: sealReply(call, reply),
    },
  ];
  if (call.skill !== undefined) {
    const characters = deps.skills.loaded(call.skill, {
      ok: true,
      text: output.text,
    });
    if (characters !== undefined)
      events.push({
        type: "skill.loaded",
        runId,
        payload: { name: call.skill, toolCallId, characters },
      });
  }
  end(call, reply, events, deps);
}

/** Ends a call that did not succeed after it was requested. */
export function failCall(
  call: GatedCall,
  deps: Pick<GuardDeps, "port" | "surroundings">,
  code: ErrorCode,
  text: string,
): void {
  const { toolCallId, toolName } = call;
  const sentence = deps.port.redactText(text);
  const message = sentence.slice(0, MESSAGE_LIMIT);
  const durationMs = elapsed(call, deps);
  const reply = edited(failureReply(code, sentence), call, deps);
  const event: NewEvent = {
    type: "tool.failed",
    runId: deps.port.runId,
    payload: { toolCallId, toolName, code, message, durationMs },
    sealed: sealReply(call, reply),
  };
  end(call, reply, [event], deps);
}

/** The model is told when a person changed what it had written. */
function edited(
  reply: ToolReply,
  { editedArgs }: GatedCall,
  { port }: Pick<GuardDeps, "port">,
): ToolReply {
  if (editedArgs === undefined) return reply;
  const { text, isError } = withEdit(reply, editedArgs);
  return { text: port.redactText(text), isError };
}

const DENIAL_CODE: Readonly<Record<ToolDenialReason, ErrorCode>> = {
  policy: "TOOL_DENIED",
  unknown_tool: "TOOL_UNKNOWN",
  user: "TOOL_DENIED",
  expired: "TOOL_DENIED",
  cancelled: "TOOL_CANCELLED",
  invalidated: "TOOL_DENIED",
};

/** Ends a call without executing it. */
export function denyCall(
  call: GatedCall,
  deps: Pick<GuardDeps, "port" | "stop">,
  reason: ToolDenialReason,
  personReason?: string,
): undefined {
  if (call.state === "ended") return;
  const { toolCallId, toolName } = call;
  const code =
    reason === "cancelled" && deps.stop.reason === "timeout"
      ? "RUN_TIMEOUT"
      : DENIAL_CODE[reason];
  const reply = denialReply(reason, code, personReason);
  end(
    call,
    reply,
    [
      {
        type: "tool.denied",
        runId: deps.port.runId,
        payload: { toolCallId, toolName, code, reason },
        sealed: sealReply(call, reply),
      },
    ],
    deps,
  );
}

/** What is sealed with the end of a call: the result that every later model call reads. */
export function sealReply(
  call: Pick<GatedCall, "toolCallId" | "toolName">,
  reply: ToolReply,
): { kind: "tool" } & Record<string, unknown> {
  return {
    kind: "tool",
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    reply,
  };
}

function end(
  call: GatedCall,
  reply: ToolReply,
  events: readonly NewEvent[],
  deps: Pick<GuardDeps, "port">,
): void {
  if (call.state === "ended") return;
  call.state = "ended";
  call.reply = reply;
  call.fence.abort();
  deps.port.append(events);
  deps.port.onChange();
}

function elapsed(
  call: GatedCall,
  deps: Pick<GuardDeps, "surroundings">,
): number {
  return call.startedAt === undefined
    ? 0
    : Math.round(deps.surroundings.now() - call.startedAt);
}

/** What the model reads of a call that has ended. */
export function replyOf(call: GatedCall): ToolReply {
  return call.reply ?? failureReply("TOOL_FAILED", "The call has no result.");
}

/**
 * Ends a call that is stopped before it started. A decision that was appended before the stop was stays what it is:
 * a call that a person denied is denied by that person.
 */
export function cancelCall(
  call: GatedCall,
  deps: Pick<GuardDeps, "port" | "stop">,
): undefined {
  if (call.state === "ended") return;
  const { port } = deps;
  const approval =
    call.approvalId === undefined ? undefined : port.approval(call.approvalId);
  switch (approval?.status) {
    case "pending":
      port.append([cancelledApproval(approval, port.runId)]);
      return denyCall(call, deps, "cancelled");
    case "denied":
      return denyCall(call, deps, "user", approval.reason);
    case "expired":
    case "invalidated":
      return denyCall(call, deps, approval.status);
    default:
      return denyCall(call, deps, "cancelled");
  }
}

function cancelledApproval(
  { approvalId, toolCallId }: Approval,
  runId: string,
): NewEvent {
  return {
    type: "approval.resolved",
    runId,
    actor: { kind: "system" },
    payload: { approvalId, toolCallId, status: "cancelled" },
  };
}
