import type { Message, ToolCallPart } from "@agent-studio/shared";
import { useSessionState } from "./session-context.tsx";

/** The message of an id, or undefined for one that assistant-ui made up itself. Newest first: that is where it mostly is. */
export function useMessageRecord(messageId: string): Message | undefined {
  return useSessionState(({ open, messages }) =>
    open?.messageId === messageId
      ? open
      : messages.findLast((message) => message.messageId === messageId),
  );
}

/** The tool call that a converted part carries along. */
export function toolCallOf(artifact: unknown): ToolCallPart | null {
  return isToolCall(artifact) ? artifact : null;
}

/** `convertMessage` puts nothing else there. */
function isToolCall(artifact: unknown): artifact is ToolCallPart {
  return (
    typeof artifact === "object" &&
    artifact !== null &&
    "kind" in artifact &&
    artifact.kind === "tool"
  );
}
