/** The history of a session in the agent loop's own form, read from the sealed parts of its log. */
import type { HistoryEntry, ToolReply } from "../agent/agent-session.ts";
import type {
  AttachmentReference,
  ModelPart,
} from "../attachments/model-part.ts";
import type { SealedRecord } from "../events/event-store.ts";

/** What `run.started` seals: the prompt as it was given to the agent loop. */
export interface SealedPrompt {
  readonly kind: "prompt";
  readonly runId: string;
  readonly text: string;
  /** What was sent with it: never its bytes. */
  readonly attachments?: readonly AttachmentReference[];
  readonly at: string;
}

/** The attachments of every prompt, in order. */
export function promptAttachments(
  records: readonly SealedRecord[],
): readonly (readonly AttachmentReference[])[] {
  return records.flatMap(({ sealed }) =>
    isRecord(sealed) && sealed["kind"] === "prompt" && isPrompt(sealed)
      ? [sealed.attachments ?? []]
      : [],
  );
}

/**
 * Everything before the run that is about to start, in order, with the parts that each prompt's attachments are now.
 * Sealed parts of other kinds are not history.
 */
export function toHistory(
  records: readonly SealedRecord[],
  parts: readonly (readonly ModelPart[])[] = [],
): readonly HistoryEntry[] {
  const partsInTurn = parts[Symbol.iterator]();
  return records.flatMap((record): HistoryEntry[] => {
    const sealed = record.sealed;
    if (!isRecord(sealed)) return [];
    switch (sealed["kind"]) {
      case "prompt":
        return isPrompt(sealed)
          ? [toPrompt(sealed, partsInTurn.next().value)]
          : [];
      case "assistant":
        return [{ kind: "assistant", sealed: sealed["message"] }];
      case "tool":
        return isToolResult(sealed)
          ? [
              {
                kind: "tool",
                toolCallId: sealed.toolCallId,
                toolName: sealed.toolName,
                reply: sealed.reply,
                at: EPOCH,
              },
            ]
          : [];
      default:
        return [];
    }
  });
}

function toPrompt(
  { text, at }: SealedPrompt,
  attachments: readonly ModelPart[] = [],
): HistoryEntry {
  return {
    kind: "prompt",
    text,
    ...(attachments.length === 0 ? {} : { attachments }),
    at,
  };
}

/** Times of results do not matter to a model; a fixed one keeps the same history the same bytes. */
const EPOCH = "1970-01-01T00:00:00.000Z";

/** The prompt that was sealed; undefined when it is something else. */
export function readPrompt(sealed: unknown): SealedPrompt | undefined {
  const isOne =
    isRecord(sealed) && sealed["kind"] === "prompt" && isPrompt(sealed);
  return isOne ? sealed : undefined;
}

/** The result of a call that was sealed; undefined when it is something else. */
export function readReply(sealed: unknown): SealedReply | undefined {
  const isOne =
    isRecord(sealed) && sealed["kind"] === "tool" && isToolResult(sealed);
  return isOne ? sealed : undefined;
}

/** Whether a sealed part is an object. */
export function isRecord(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isPrompt(
  value: Readonly<Record<string, unknown>>,
): value is SealedPrompt & Readonly<Record<string, unknown>> {
  const attachments = value["attachments"] ?? [];
  return (
    typeof value["text"] === "string" &&
    typeof value["at"] === "string" &&
    Array.isArray(attachments) &&
    attachments.every(isReference)
  );
}

function isReference(value: unknown): value is AttachmentReference {
  return (
    isRecord(value) &&
    typeof value["attachmentId"] === "string" &&
    typeof value["name"] === "string"
  );
}

export interface SealedReply {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly reply: ToolReply;
}

function isToolResult(
  value: Readonly<Record<string, unknown>>,
): value is SealedReply & Readonly<Record<string, unknown>> {
  const reply = value["reply"];
  return (
    typeof value["toolCallId"] === "string" &&
    typeof value["toolName"] === "string" &&
    isRecord(reply) &&
    typeof reply["text"] === "string" &&
    typeof reply["isError"] === "boolean"
  );
}
