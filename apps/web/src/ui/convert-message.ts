/** Messages as assistant-ui draws them: pure, and total, since an exception here would blank the page. */
import type { ThreadMessageLike } from "@assistant-ui/react";
import type {
  AssistantMessage,
  Message,
  MessagePart,
  ToolCallPart,
  UserMessage,
} from "@agent-studio/shared";

type Content = Exclude<ThreadMessageLike["content"], string>;
type ContentPart = Content[number];
type Status = NonNullable<ThreadMessageLike["status"]>;

/** One message, converted. What can't be converted becomes an empty message of the same id. */
export function convertMessage(message: Message): ThreadMessageLike {
  try {
    return message.role === "user"
      ? convertUser(message)
      : convertAssistant(message);
  } catch {
    return { role: message.role, id: message.messageId, content: [] };
  }
}

function convertUser(message: UserMessage): ThreadMessageLike {
  return {
    role: "user",
    id: message.messageId,
    createdAt: new Date(message.createdAt),
    content: message.text === "" ? [] : [{ type: "text", text: message.text }],
  };
}

function convertAssistant(message: AssistantMessage): ThreadMessageLike {
  return {
    role: "assistant",
    id: message.messageId,
    createdAt: new Date(message.createdAt),
    content: message.parts.map((part) => convertPart(message, part)),
    status: statusOf(message),
  };
}

function convertPart(
  message: AssistantMessage,
  part: MessagePart,
): ContentPart {
  const id = `${message.messageId}:${part.part}`;
  if (part.kind !== "tool") return { type: part.kind, id, text: part.text };
  return {
    type: "tool-call",
    toolCallId: part.toolCallId ?? `draft:${id}`,
    toolName: part.toolName,
    // The cards read the call itself; nothing is parsed or formatted here, delta by delta.
    args: {},
    argsText: "",
    artifact: part,
    ...outcomeOf(part),
  };
}

function outcomeOf(part: ToolCallPart): {
  readonly result?: string | null;
  readonly isError?: true;
} {
  switch (part.state) {
    case "completed":
      return { result: part.result?.text ?? null };
    case "failed":
    case "denied":
      return { result: part.code ?? null, isError: true };
    default:
      return {};
  }
}

function statusOf(message: AssistantMessage): Status {
  const { end, stopReason } = message;
  if (end?.status === "failed") {
    return {
      type: "incomplete",
      reason: "error",
      error: end.code ?? "INTERNAL",
    };
  }
  if (end?.status === "cancelled") {
    return { type: "incomplete", reason: "cancelled" };
  }
  if (end?.status === "completed") return completeStatus(message);
  if (message.parts.some(isAwaiting)) {
    return { type: "requires-action", reason: "tool-calls" };
  }
  if (stopReason === undefined || message.parts.some(isOpenCall)) {
    return { type: "running" };
  }
  return completeStatus(message);
}

function completeStatus({ stopReason }: AssistantMessage): Status {
  switch (stopReason) {
    case "length":
      return { type: "incomplete", reason: "length" };
    case "error":
      return { type: "incomplete", reason: "error", error: "INTERNAL" };
    case "aborted":
      return { type: "incomplete", reason: "cancelled" };
    default:
      return { type: "complete", reason: "stop" };
  }
}

function isAwaiting(part: MessagePart): boolean {
  return part.kind === "tool" && part.state === "awaiting_approval";
}

function isOpenCall(part: MessagePart): boolean {
  return (
    part.kind === "tool" &&
    (part.state === "drafted" ||
      part.state === "requested" ||
      part.state === "running")
  );
}
