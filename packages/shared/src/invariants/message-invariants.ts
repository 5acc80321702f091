/** What holds of the messages that a model writes. */
import type { EventOf, HarnessEvent } from "../event.ts";
import {
  breaches,
  eventsOf,
  RUN_ENDS,
  type Breach,
  type Invariant,
} from "./invariant.ts";

export const MESSAGE_INVARIANTS: readonly Invariant[] = [
  {
    id: "I17",
    promise: "A message is started once, inside a model call.",
    check: (events) => {
      const seen = new Set<string>();
      let isInside = false;
      return breaches(
        eventsOf(
          events,
          "model.requested",
          "model.responded",
          "assistant.started",
        ),
        (event) => {
          if (event.type !== "assistant.started") {
            isInside = event.type === "model.requested";
            return undefined;
          }
          const { messageId } = event.payload;
          if (seen.has(messageId)) return `${messageId} was started before.`;
          seen.add(messageId);
          return isInside ? undefined : "No model call is open.";
        },
      );
    },
  },
  {
    id: "I18",
    promise: "Pieces of a message come between its start and its completion.",
    check: (events) => {
      let open: string | undefined;
      return breaches(
        eventsOf(
          events,
          "assistant.started",
          "assistant.delta",
          "tool.drafted",
          "assistant.completed",
        ),
        ({ type, payload: { messageId } }) => {
          const before = open;
          if (type === "assistant.started") open = messageId;
          if (type === "assistant.completed") open = undefined;
          return type === "assistant.started" || before === messageId
            ? undefined
            : `${messageId} is not being written.`;
        },
      );
    },
  },
  {
    id: "I19",
    promise: "A finished text is exactly what was streamed of it.",
    check: checkTexts,
  },
  {
    id: "I20",
    promise: "No message is open when its run ends.",
    check: (events) => {
      const open = new Map<string, string>();
      return breaches(
        eventsOf(
          events,
          "assistant.started",
          "assistant.completed",
          ...RUN_ENDS,
        ),
        (event) => {
          const runId = event.runId ?? "";
          if (event.type === "assistant.started")
            open.set(runId, event.payload.messageId);
          else if (event.type === "assistant.completed") open.delete(runId);
          else if (open.has(runId)) return `${open.get(runId)} is open.`;
          return undefined;
        },
      );
    },
  },
];

function checkTexts(events: readonly HarnessEvent[]): readonly Breach[] {
  const texts = new Map<string, { text: string; reasoning: string }>();
  return breaches(
    eventsOf(events, "assistant.delta", "assistant.completed"),
    (event) => {
      const { messageId } = event.payload;
      const streamed = texts.get(messageId) ?? { text: "", reasoning: "" };
      if (event.type === "assistant.completed")
        return isSame(event, streamed)
          ? undefined
          : "The text differs from its pieces.";
      const { channel, delta } = event.payload;
      texts.set(messageId, {
        ...streamed,
        [channel]: streamed[channel] + delta,
      });
      return undefined;
    },
  );
}

function isSame(
  { payload }: EventOf<"assistant.completed">,
  streamed: { readonly text: string; readonly reasoning: string },
): boolean {
  return (
    payload.text === streamed.text &&
    (payload.reasoning ?? "") === streamed.reasoning
  );
}
