import type { EventOf, HarnessEvent } from "../event.ts";
import type { ErrorCode } from "../errors.ts";
import type { ToolDenialReason } from "../tool.ts";
import { claim, isOpen } from "./legal-context.ts";
import type {
  LegalCall,
  LegalContext,
  LegalRun,
  Report,
} from "./legal-context.ts";

const DENIAL_CODES: Readonly<Record<ToolDenialReason, readonly ErrorCode[]>> = {
  unknown_tool: ["TOOL_UNKNOWN"],
  policy: ["TOOL_DENIED", "REPEATED_TOOL_CALL"],
  user: ["TOOL_DENIED"],
  expired: ["TOOL_DENIED"],
  invalidated: ["TOOL_DENIED"],
  cancelled: ["TOOL_CANCELLED", "INTERRUPTED", "RUN_TIMEOUT"],
};

/** What the approval must say for a denial that follows from it. */
const ANSWER_OF_DENIAL: Readonly<Partial<Record<ToolDenialReason, string>>> = {
  user: "denied",
  expired: "expired",
  invalidated: "invalidated",
};

/** Rules of one tool call, from its request to its end, and of what it does in between. */
export function checkCallEvent(
  context: LegalContext,
  event: HarnessEvent,
  report: Report,
): void {
  const { run } = context;
  if (run === null) return;
  switch (event.type) {
    case "tool.requested":
      requestCall(context, run, { event, report });
      break;
    case "tool.started":
      startCall(run, event, report);
      break;
    case "tool.progressed":
    case "artifact.saved":
    case "lab.updated":
      checkRunning(run, event, report);
      break;
    case "tool.completed":
    case "tool.failed":
    case "tool.denied":
      endCall(run, event, report);
      break;
    case "skill.requested":
    case "skill.loaded":
      checkSkill(run, event, report);
      break;
    default:
  }
}

function requestCall(
  context: LegalContext,
  run: LegalRun,
  { event, report }: { event: EventOf<"tool.requested">; report: Report },
): void {
  const { toolCallId, messageId, part } = event.payload;
  const { message } = run;
  claim(context, toolCallId, report);
  if (run.call !== null) report(`${run.call.callId} is still open`);
  if (message?.messageId !== messageId)
    report(`${messageId} is not the last message`);
  else if (message.stopReason === "error" || message.stopReason === "aborted") {
    report(`a message that ended in ${message.stopReason} requests nothing`);
  } else {
    if (part <= message.lastPart)
      report(`part ${part} comes after part ${message.lastPart}`);
    if (["text", "reasoning"].includes(message.channels.get(part) ?? ""))
      report(`part ${part} is text`);
    message.lastPart = part;
    message.hasContent = true;
  }
  run.calls.set(toolCallId, {
    requested: event.payload,
    state: "requested",
    approval: null,
    skill: null,
  });
}

/** The call that an event names, if it has not ended. */
export function openCall(
  run: LegalRun,
  toolCallId: string,
  report: Report,
): LegalCall | null {
  const call = run.calls.get(toolCallId);
  if (call === undefined) report(`${toolCallId} was never requested`);
  else if (!isOpen(call)) report(`${toolCallId} has ended`);
  else return call;
  return null;
}

function startCall(
  run: LegalRun,
  event: EventOf<"tool.started">,
  report: Report,
): void {
  const call = openCall(run, event.payload.toolCallId, report);
  if (call === null) return;
  checkName(call, event.payload.toolName, report);
  if (call.state === "started") report("has started already");
  const policy = call.approval?.policy ?? call.requested.policy;
  if (policy === "deny") report("its policy is deny");
  if (policy !== "allow" && call.approval?.status !== "approved")
    report("nobody approved it");
  const changes = (other: LegalCall) =>
    ["write", "send"].includes(other.requested.effect);
  const other = [...run.calls.values()].find(
    (each) => each !== call && each.state === "started" && changes(each),
  );
  if (changes(call) && other !== undefined)
    report(`${other.requested.toolCallId} still has its effect`);
  call.state = "started";
}

function checkRunning(
  run: LegalRun,
  event: EventOf<"tool.progressed" | "artifact.saved" | "lab.updated">,
  report: Report,
): void {
  if (event.type === "lab.updated") {
    if (!("toolCallId" in event.payload.cause)) return;
    const call = openCall(run, event.payload.cause.toolCallId, report);
    if (call?.state === "requested") report("its tool has not started");
    return;
  }
  const call = openCall(run, event.payload.toolCallId, report);
  if (call?.state === "requested") report("its tool has not started");
}

function endCall(
  run: LegalRun,
  event: EventOf<"tool.completed" | "tool.failed" | "tool.denied">,
  report: Report,
): void {
  const call = openCall(run, event.payload.toolCallId, report);
  if (call === null) return;
  checkName(call, event.payload.toolName, report);
  if (call.approval?.status === "pending")
    report(`${call.approval.approvalId} is still pending`);
  switch (event.type) {
    case "tool.completed":
      if (call.state !== "started") report("has not started");
      call.state = "completed";
      break;
    case "tool.failed":
      if (
        call.state !== "started" &&
        event.payload.code !== "TOOL_ARGUMENTS_INVALID"
      )
        report("has not started");
      call.state = "failed";
      break;
    case "tool.denied":
      checkDenial(call, event, report);
      call.state = "denied";
      break;
  }
}

function checkDenial(
  call: LegalCall,
  { payload }: EventOf<"tool.denied">,
  report: Report,
): void {
  const { code, reason } = payload;
  if (call.state === "started") report("has started, so it was not denied");
  if (!DENIAL_CODES[reason].includes(code))
    report(`${code} does not go with ${reason}`);
  const status = call.approval?.status ?? "none";
  if (status === "denied" && reason !== "user") report("a person denied it");
  // A tool that changed after it was approved is found out at its start.
  const isLate = reason === "invalidated" && status === "approved";
  const expected = ANSWER_OF_DENIAL[reason] ?? status;
  if (status !== expected && !isLate) report(`its approval is ${status}`);
}

function checkSkill(
  run: LegalRun,
  event: EventOf<"skill.requested" | "skill.loaded">,
  report: Report,
): void {
  const { name, toolCallId } = event.payload;
  if (event.type === "skill.requested") {
    const call = openCall(run, toolCallId, report);
    if (call === null) return;
    if (call.skill !== null) report("was requested already");
    if (call.state === "started" || call.approval !== null)
      report("comes before the approval and the start");
    call.skill = { name, loaded: false };
    return;
  }
  const call = run.calls.get(toolCallId);
  if (call?.skill?.name !== name) report("was never requested");
  else if (call.skill.loaded) report("was loaded already");
  else if (call.state !== "completed") report("its read did not succeed");
  else call.skill.loaded = true;
}

function checkName(call: LegalCall, toolName: string, report: Report): void {
  if (call.requested.toolName !== toolName)
    report(`the tool is ${call.requested.toolName} and not ${toolName}`);
}
