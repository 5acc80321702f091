/** Gives Pi the conversation before a run: sealed messages back in Pi's own form, always a valid transcript. */
import type { AssistantMessage, Message } from "@earendil-works/pi-ai";
import type { HistoryEntry } from "./agent-session.ts";

/**
 * The messages that history stands for. Failed attempts are left out; an aborted message keeps its text; a call
 * without a recorded result and a result without its call are dropped, so that no provider ever refuses the next
 * message for an orphan.
 */
export function toPiMessages(history: readonly HistoryEntry[]): Message[] {
  const answered = new Set(
    history.flatMap((entry) =>
      entry.kind === "tool" ? [entry.toolCallId] : [],
    ),
  );
  const called = new Set<string>();
  const messages: Message[] = [];
  for (const entry of history) {
    if (entry.kind === "prompt") {
      messages.push({
        role: "user",
        content: [{ type: "text", text: entry.text }],
        timestamp: Date.parse(entry.at),
      });
    } else if (entry.kind === "assistant") {
      const message = restoreAssistant(entry.sealed, answered);
      if (message === undefined) continue;
      for (const part of message.content)
        if (part.type === "toolCall") called.add(part.id);
      messages.push(message);
    } else if (called.has(entry.toolCallId)) {
      messages.push({
        role: "toolResult",
        toolCallId: entry.toolCallId,
        toolName: entry.toolName,
        content: [{ type: "text", text: entry.reply.text }],
        isError: entry.reply.isError,
        timestamp: Date.parse(entry.at),
      });
    }
  }
  return messages;
}

function restoreAssistant(
  sealed: unknown,
  answered: ReadonlySet<string>,
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
function parseAssistant(sealed: unknown): AssistantMessage | undefined {
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
