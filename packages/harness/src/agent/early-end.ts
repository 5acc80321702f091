/** Calls that never reach the gate: unknown, denied by policy, invalid, or repeated. They end in the batch that requests them. */
import type {
  ErrorCode,
  JsonObject,
  ToolDenialReason,
} from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import { digestOf } from "../security/canonical-json.ts";
import { skillAccessProblem } from "../skills/skill-access.ts";
import type { SkillEntry } from "../skills/skill-catalog.ts";
import type { ArgumentsValidator } from "../tools/arguments-validator.ts";
import {
  decideCallPolicy,
  decideToolPolicy,
  type PolicyRules,
} from "../tools/decide-tool-policy.ts";
import type { ToolDefinition } from "../tools/define-tool.ts";
import type { AgentPart, ToolReply } from "./agent-session.ts";
import { ARGS_DEPTH_LIMIT, isDeeper, TOO_DEEP } from "./arguments-depth.ts";
import { sealReply } from "./end-call.ts";
import type { RepeatedCalls } from "./repeated-calls.ts";
import type { RunPort } from "./run-port.ts";
import { denialReply, failureReply } from "./tool-reply.ts";
import type { RunSurroundings } from "./tool-run-context.ts";

/** Bytes of JSON that the arguments of one call may have. */
export const ARGS_LIMIT_BYTES = 64 * 1024;
const NAME_LIMIT = 200;
const MESSAGE_LIMIT = 4000;

export type CallPart = Extract<AgentPart, { kind: "call" }>;

/** How a call ends that never reaches the gate. */
export type EarlyEnd =
  | {
      readonly type: "denied";
      readonly code: ErrorCode;
      readonly reason: ToolDenialReason;
      /** What the model reads instead of the usual sentence. */
      readonly text?: string;
    }
  | { readonly type: "failed"; readonly message: string };

export const UNKNOWN_TOOL: EarlyEnd = {
  type: "denied",
  code: "TOOL_UNKNOWN",
  reason: "unknown_tool",
};
const DENIED: EarlyEnd = {
  type: "denied",
  code: "TOOL_DENIED",
  reason: "policy",
};
const REPEATED: EarlyEnd = {
  type: "denied",
  code: "REPEATED_TOOL_CALL",
  reason: "policy",
};

export interface CallRules {
  readonly rules: PolicyRules;
  readonly validate: ArgumentsValidator;
  readonly skillEntries: readonly SkillEntry[];
  readonly surroundings: Pick<RunSurroundings, "message">;
  readonly repeated: RepeatedCalls;
}

/** Why a call can't go to the gate; undefined when it can. Notes the call as one of this turn, whatever becomes of it. */
export function classifyCall(
  part: CallPart,
  tool: ToolDefinition | undefined,
  call: CallRules,
): EarlyEnd | undefined {
  const badArguments = part.argsError ?? argumentsProblem(part.args);
  const digest = digestOfArgs(part.args) ?? badArguments;
  if (call.repeated.isOne(`${digest} ${part.toolName}`)) return REPEATED;
  if (tool === undefined) return UNKNOWN_TOOL;
  if (decideToolPolicy(tool, call.rules) === "deny") return DENIED;
  const problem = badArguments ?? call.validate(tool.name, part.args)?.sentence;
  if (problem !== undefined) return { type: "failed", message: problem };
  if (decideCallPolicy(tool, part.args, call.rules) === "deny") return DENIED;
  return skillProblem(part.args, call);
}

function skillProblem(
  args: JsonObject,
  { skillEntries, surroundings }: CallRules,
): EarlyEnd | undefined {
  if (typeof args["path"] !== "string") return undefined;
  const text = skillAccessProblem(
    skillEntries,
    args["path"],
    surroundings.message.text,
  );
  return text === undefined
    ? undefined
    : { type: "denied", code: "TOOL_DENIED", reason: "policy", text };
}

/** What is wrong with arguments whatever the tool: too deep, too large, or text that no canonical form exists for. */
export function argumentsProblem(args: JsonObject): string | undefined {
  if (isDeeper(args, ARGS_DEPTH_LIMIT)) return TOO_DEEP;
  const bytes = Buffer.byteLength(JSON.stringify(args));
  if (bytes > ARGS_LIMIT_BYTES) {
    return `The arguments have ${bytes} bytes; at most ${ARGS_LIMIT_BYTES} are allowed. Send less at a time.`;
  }
  return digestOfArgs(args) === undefined
    ? "The arguments hold what JSON can't: half of a character pair, or a number that is too large. Write the call again without it."
    : undefined;
}

/** The digest of arguments; undefined when they have no canonical form. */
export function digestOfArgs(args: JsonObject): string | undefined {
  try {
    return digestOf(args);
  } catch {
    return undefined;
  }
}

/** The end of such a call: its event, and what the model reads. */
export function endEarly(
  part: CallPart,
  early: EarlyEnd,
  port: Pick<RunPort, "runId" | "redactText">,
): { readonly reply: ToolReply; readonly event: NewEvent } {
  const { toolCallId } = part;
  const { runId } = port;
  const toolName = redactedName(part.toolName, port);
  if (early.type === "failed") {
    const code = "TOOL_ARGUMENTS_INVALID" as const;
    const message = port.redactText(early.message).slice(0, MESSAGE_LIMIT);
    const reply = failureReply(code, message);
    const payload = { toolCallId, toolName, code, message, durationMs: 0 };
    const sealed = sealReply(part, reply);
    return { reply, event: { type: "tool.failed", runId, payload, sealed } };
  }
  const { code, reason, text } = early;
  const reply =
    text === undefined ? denialReply(reason, code) : failureReply(code, text);
  const payload = { toolCallId, toolName, code, reason };
  const sealed = sealReply(part, reply);
  return { reply, event: { type: "tool.denied", runId, payload, sealed } };
}

/** A tool's name as events show it: a model may write anything there. */
export function redactedName(
  toolName: string,
  port: Pick<RunPort, "redactText">,
): string {
  return port.redactText(toolName.slice(0, NAME_LIMIT));
}
