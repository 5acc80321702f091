/**
 * What a provider is sent of the conversation: exactly the results that the log has, reasoning back where its own model
 * wrote it, and nothing that makes a provider refuse every later request.
 */
import type {
  Api,
  AssistantMessage,
  Message,
  Model,
  ProviderStreams,
  TextContent,
  ToolCall,
} from "@earendil-works/pi-ai";
import type { AgentHost } from "./agent-session.ts";
import { isTagged, markOf, TAGGED_LONE } from "./pi-message-mark.ts";

type TranscriptContext = Parameters<ProviderStreams["stream"]>[1];

/** A name that providers accept, for calls whose own name none does. */
const UNUSABLE_NAME = "unusable_tool_name";
/** Stands for every provider but the one that is asked. */
const ELSEWHERE = "elsewhere";

/** The context as this model is to get it. */
export function outgoingContext(
  context: TranscriptContext,
  model: Model<Api>,
  host: Pick<AgentHost, "replyOf">,
): TranscriptContext {
  return {
    ...context,
    messages: context.messages.map((message): Message => {
      if (message.role === "assistant") return outgoingMessage(message, model);
      if (message.role !== "toolResult") return message;
      const toolName = usableName(message.toolName);
      const reply = host.replyOf(message.toolCallId);
      if (reply === undefined) return { ...message, toolName };
      return {
        ...message,
        toolName,
        content: [{ type: "text", text: reply.text }],
        isError: reply.isError,
      };
    }),
  };
}

/** Whether this model has begun answers with reasoning that had no opening tag. */
export function omitsOpeningTag(
  { messages }: TranscriptContext,
  model: Model<Api>,
): boolean {
  return messages.some(
    (message) =>
      message.role === "assistant" &&
      isFrom(message, model) &&
      message.content.some(
        (part) =>
          part.type === "thinking" && part.thinkingSignature === TAGGED_LONE,
      ),
  );
}

function outgoingMessage(
  message: AssistantMessage,
  model: Model<Api>,
): AssistantMessage {
  const isOwn = isFrom(message, model);
  return {
    ...message,
    // Pi drops the thinking of other providers: a signature is good for its own only.
    ...(isOwn ? {} : { provider: ELSEWHERE }),
    content: message.content.flatMap((part): AssistantMessage["content"] => {
      if (part.type === "toolCall") return [usableCall(part)];
      if (part.type === "thinking" && isTagged(part.thinkingSignature))
        return isOwn ? [taggedText(part.thinking)] : [];
      return [part];
    }),
  };
}

function isFrom(message: AssistantMessage, model: Model<Api>): boolean {
  const endpoint = markOf(message)?.endpoint ?? model.baseUrl;
  return (
    message.provider === model.provider &&
    message.api === model.api &&
    message.model === model.id &&
    endpoint === model.baseUrl
  );
}

function taggedText(thinking: string): TextContent {
  return { type: "text", text: `<think>${thinking}</think>\n\n` };
}

function usableCall(call: ToolCall): ToolCall {
  const { argumentsError: _argumentsError, ...rest } = call;
  const args: unknown = call.arguments;
  const isObject =
    typeof args === "object" && args !== null && !Array.isArray(args);
  return {
    ...rest,
    name: usableName(call.name),
    arguments: isObject ? call.arguments : {},
  };
}

function usableName(name: string): string {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? name : UNUSABLE_NAME;
}
