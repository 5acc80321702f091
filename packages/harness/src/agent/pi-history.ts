/** Gives Pi the conversation before a run: sealed messages back in Pi's own form, always a valid transcript. */
import type {
  AssistantMessage,
  ImageContent,
  Message,
} from "@earendil-works/pi-ai";
import type { ModelPart } from "../attachments/model-part.ts";
import { joinPartText } from "../attachments/part-text.ts";
import type { HistoryEntry } from "./agent-session.ts";

type ToolEntry = Extract<HistoryEntry, { kind: "tool" }>;

/**
 * The messages that history stands for. Failed attempts are left out; an aborted message keeps its text; results follow
 * their message in the order of its calls, whatever the order in which they ended. A call without a recorded result and
 * a result without its call are dropped, so that no provider ever refuses the next request over an orphan.
 */
export function toPiMessages(history: readonly HistoryEntry[]): Message[] {
  const results = new Map(
    history.flatMap((entry): [string, ToolEntry][] =>
      entry.kind === "tool" ? [[entry.toolCallId, entry]] : [],
    ),
  );
  return history.flatMap((entry): Message[] => {
    if (entry.kind === "prompt") return [toUserMessage(entry)];
    if (entry.kind === "tool") return [];
    const message = restoreAssistant(entry.sealed, results);
    if (message === undefined) return [];
    const answers = message.content.flatMap((part) => {
      const result =
        part.type === "toolCall" ? results.get(part.id) : undefined;
      return result === undefined ? [] : [toToolResult(result)];
    });
    return [message, ...answers];
  });
}

/** The images among what was sent, in its order. */
export function toPiImages(parts: readonly ModelPart[]): ImageContent[] {
  return parts.flatMap((part): ImageContent[] =>
    part.kind === "image"
      ? [
          {
            type: "image",
            data: part.bytes.toString("base64"),
            mimeType: part.mediaType,
          },
        ]
      : [],
  );
}

/** The same content that Pi makes of a prompt, so that later requests begin with the same bytes. */
function toUserMessage({
  text,
  attachments = [],
  at,
}: Extract<HistoryEntry, { kind: "prompt" }>): Message {
  return {
    role: "user",
    content: [
      { type: "text", text: joinPartText(text, attachments) },
      ...toPiImages(attachments),
    ],
    timestamp: Date.parse(at),
  };
}

function toToolResult(entry: ToolEntry): Message {
  return {
    role: "toolResult",
    toolCallId: entry.toolCallId,
    toolName: entry.toolName,
    content: [{ type: "text", text: entry.reply.text }],
    isError: entry.reply.isError,
    timestamp: Date.parse(entry.at),
  };
}

function restoreAssistant(
  sealed: unknown,
  answered: ReadonlyMap<string, ToolEntry>,
): AssistantMessage | undefined {
  const message = parseAssistant(sealed);
  if (message === undefined || message.stopReason === "error") return undefined;
  const content = message.content.filter(
    (part) => part.type !== "toolCall" || answered.has(part.id),
  );
  if (content.length === 0) return undefined;
  const hasCalls = content.some((part) => part.type === "toolCall");
  const { errorMessage: _errorMessage, ...rest } = message;
  return { ...rest, content, stopReason: hasCalls ? "toolUse" : "stop" };
}

/** Reads back what this adapter sealed itself; anything else is not a message. */
export function parseAssistant(sealed: unknown): AssistantMessage | undefined {
  if (typeof sealed !== "object" || sealed === null) return undefined;
  if (
    !("role" in sealed) ||
    sealed.role !== "assistant" ||
    !("content" in sealed) ||
    !Array.isArray(sealed.content)
  )
    return undefined;
  return structuredClone(sealed) as AssistantMessage;
}
