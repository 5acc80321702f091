import type { HarnessEvent } from "@agent-studio/shared";

interface NaiveMessage {
  readonly messageId: string;
  readonly text: string;
}

/** What one writes first: all messages in one list, which every delta copies and looks through. */
export function foldNaively(
  events: readonly HarnessEvent[],
): readonly NaiveMessage[] {
  let messages: readonly NaiveMessage[] = [];
  for (const event of events) {
    if (event.type === "assistant.started") {
      messages = [
        ...messages,
        { messageId: event.payload.messageId, text: "" },
      ];
    } else if (event.type === "assistant.delta") {
      const { messageId, delta } = event.payload;
      messages = messages.map((message) =>
        message.messageId === messageId
          ? { ...message, text: message.text + delta }
          : message,
      );
    }
  }
  return messages;
}
