import type { MessagePart, SessionState } from "@agent-studio/shared";

import { placeId } from "../client/reveals.ts";

/** Where something is in the conversation. */
export interface TargetPlace {
  readonly messageId: string;
  /** The call that it is, or belongs to. */
  readonly toolCallId?: string;
}

/** Finds what an element of the conversation shows, by its `placeId`: a message, a call or an approval. Newest first, null where there is none. */
export function placeOfElement(
  state: Pick<SessionState, "messages" | "open">,
  elementId: string,
): TargetPlace | null {
  const open = state.open === null ? [] : [state.open];
  for (const message of [...open, ...state.messages.toReversed()]) {
    const { messageId } = message;
    if (placeId("message", messageId) === elementId) return { messageId };
    if (message.role === "user") continue;
    const part = message.parts.find((each) => isShownAs(each, elementId));
    if (part?.kind !== "tool" || part.toolCallId === undefined) continue;
    return { messageId, toolCallId: part.toolCallId };
  }
  return null;
}

function isShownAs(part: MessagePart, elementId: string): boolean {
  if (part.kind !== "tool") return false;
  const { toolCallId, approval } = part;
  return (
    (toolCallId !== undefined && placeId("call", toolCallId) === elementId) ||
    (approval !== undefined &&
      placeId("approval", approval.approvalId) === elementId)
  );
}

/** The element a person should look at while a run goes on: an open question first, then a call under way, then the message being written. */
export function runningStepOf({
  open,
}: Pick<SessionState, "open">): string | null {
  if (open === null) return null;
  const calls = open.parts.filter((part) => part.kind === "tool");
  const step =
    calls.find((call) => call.state === "awaiting_approval") ??
    calls.find((call) => call.state === "running") ??
    calls.find((call) => call.state === "requested");
  return step?.toolCallId === undefined
    ? placeId("message", open.messageId)
    : placeId("call", step.toolCallId);
}
