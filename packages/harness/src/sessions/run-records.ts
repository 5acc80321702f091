/** What the log has sealed of one run: enough to go through it again without asking a model, a person or a tool twice. */
import type { Approval, JsonObject, ToolChange } from "@agent-studio/shared";
import type { ToolReply } from "../agent/agent-session.ts";
import { toolDigest } from "../agent/ask-approval.ts";
import type { SealedRecord } from "../events/event-store.ts";
import { deepFreeze, digestOf } from "../security/canonical-json.ts";
import { decideCallPolicy } from "../tools/decide-tool-policy.ts";
import type { Lab } from "./define-lab.ts";
import {
  isRecord,
  readPrompt,
  readReply,
  type SealedPrompt,
} from "./history.ts";

/** What a person was asked about one call. */
export interface AskedCall {
  readonly toolCallId: string;
  /** Frozen. */
  readonly args: JsonObject;
  readonly toolDigest: string;
  /** What the tool said of itself then; absent in older records. */
  readonly tool?: Omit<ToolChange["before"], "policy">;
}

export interface RunRecords {
  /** Sequence of `run.started`. */
  readonly startedAt: number;
  readonly prompt: SealedPrompt;
  /** The model's messages in the agent loop's own form, in order. */
  readonly messages: readonly unknown[];
  /** By call. */
  readonly replies: ReadonlyMap<string, ToolReply>;
  /** By approval. */
  readonly asked: ReadonlyMap<string, AskedCall>;
  /** What a person wrote instead of the arguments, frozen, by approval. */
  readonly edited: ReadonlyMap<string, JsonObject>;
}

/** What is sealed with a decision that changes the arguments. */
export function sealDecision(
  approvalId: string,
  args: JsonObject,
): Readonly<Record<string, unknown>> {
  return { kind: "decision", approvalId, args, argsDigest: digestOf(args) };
}

/** The records of a run; undefined when its start was not sealed. */
export function readRunRecords(
  records: readonly SealedRecord[],
  runId: string,
): RunRecords | undefined {
  const start = records.findIndex(
    ({ sealed }) => readPrompt(sealed)?.runId === runId,
  );
  const first = records[start];
  const prompt = readPrompt(first?.sealed);
  if (first === undefined || prompt === undefined) return undefined;
  const sealed = records
    .slice(start + 1)
    .flatMap((record) => (isRecord(record.sealed) ? [record.sealed] : []));
  return {
    startedAt: first.sequence,
    prompt,
    messages: sealed.flatMap((part) =>
      part["kind"] === "assistant" ? [part["message"]] : [],
    ),
    replies: new Map(
      sealed.flatMap((part) => {
        const found = readReply(part);
        return found === undefined ? [] : [[found.toolCallId, found.reply]];
      }),
    ),
    asked: new Map(sealed.flatMap(readAsked)),
    edited: new Map(sealed.flatMap(readEdited)),
  };
}

/**
 * Whether what a person was asked is still exactly what would run: the tool with its description and schema, the policy,
 * and the arguments, from which a secret may have been taken out when they were written down.
 */
export function isUnchanged(
  approval: Approval,
  { asked, edited }: RunRecords,
  lab: Lab,
): boolean {
  const { approvalId, toolName, argsDigest, policy, editedArgs } = approval;
  const question = asked.get(approvalId);
  const tool = lab.tools.find((candidate) => candidate.name === toolName);
  if (question === undefined || tool === undefined) return false;
  return (
    toolDigest(tool) === question.toolDigest &&
    digestOf(question.args) === argsDigest &&
    decideCallPolicy(tool, question.args, lab) === policy &&
    (editedArgs === undefined || edited.has(approvalId))
  );
}

/** No event holds more of a tool than of the arguments of a call. */
const CHANGE_LIMIT_BYTES = 64 * 1024;

/** What is another with the tool of a question; undefined where it is not known, is the same, or is too long to be told. */
export function toolChangeOf(
  { approvalId, toolName, policy }: Approval,
  { asked }: RunRecords,
  lab: Lab,
): ToolChange | undefined {
  const question = asked.get(approvalId);
  if (question?.tool === undefined) return undefined;
  const tool = lab.tools.find((candidate) => candidate.name === toolName);
  const before = { ...question.tool, policy };
  const after =
    tool === undefined
      ? null
      : {
          description: tool.description,
          parameters: tool.parameters,
          policy: decideCallPolicy(tool, question.args, lab),
        };
  const isSame = after !== null && digestOf(before) === digestOf(after);
  const change = { before, after };
  const isLong = Buffer.byteLength(JSON.stringify(change)) > CHANGE_LIMIT_BYTES;
  return isSame || isLong ? undefined : change;
}

type Sealed = Readonly<Record<string, unknown>>;

function readAsked(part: Sealed): [string, AskedCall][] {
  const { kind, approvalId, toolCallId, args, toolDigest: digest } = part;
  const isAsked =
    kind === "approval" &&
    typeof approvalId === "string" &&
    typeof toolCallId === "string" &&
    typeof digest === "string" &&
    isRecord(args);
  if (!isAsked) return [];
  const frozen = deepFreeze(args) as JsonObject;
  const known = readTool(part["tool"]);
  return [
    [
      approvalId,
      {
        toolCallId,
        args: frozen,
        toolDigest: digest,
        ...(known === undefined ? {} : { tool: known }),
      },
    ],
  ];
}

function readTool(tool: unknown): AskedCall["tool"] | undefined {
  if (!isRecord(tool)) return undefined;
  const { description, parameters } = tool;
  return typeof description === "string"
    ? { description, parameters }
    : undefined;
}

/** Arguments that are not those that were decided on, since a secret was taken out of them, are none. */
function readEdited(part: Sealed): [string, JsonObject][] {
  const { kind, approvalId, args, argsDigest } = part;
  const isDecision =
    kind === "decision" && typeof approvalId === "string" && isRecord(args);
  if (!isDecision) return [];
  const frozen = deepFreeze(args) as JsonObject;
  return digestOf(frozen) === argsDigest ? [[approvalId, frozen]] : [];
}
