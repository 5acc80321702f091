/** What we note on a message of Pi for ourselves; it is sealed with it and never sent to a provider. */
import type { AssistantMessage } from "@earendil-works/pi-ai";

export interface MessageMark {
  /** The base address that the message came from: what a provider signed means nothing to another. */
  readonly endpoint: string;
  /** US dollars; null where it is not known. */
  readonly costUsd: number | null;
}

export interface MarkedMessage extends AssistantMessage {
  readonly studio: MessageMark;
}

/** The mark of a message; undefined for a message that has none. */
export function markOf(message: AssistantMessage): MessageMark | undefined {
  if (!("studio" in message)) return undefined;
  const { studio } = message;
  if (typeof studio !== "object" || studio === null) return undefined;
  if (!("endpoint" in studio) || typeof studio.endpoint !== "string")
    return undefined;
  const costUsd =
    "costUsd" in studio && typeof studio.costUsd === "number"
      ? studio.costUsd
      : null;
  return { endpoint: studio.endpoint, costUsd };
}

/** Signatures that say where reasoning was found in a text, so that its own model gets it back there. */
export const TAGGED = "studio-think";
export const TAGGED_LONE = "studio-think-lone";

/** Whether reasoning was found in a text. */
export function isTagged(signature: string | undefined): boolean {
  return signature === TAGGED || signature === TAGGED_LONE;
}
