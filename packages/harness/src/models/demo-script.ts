/** A lab's demo script: a program in place of the model, a pure function of the conversation that Pi sends. */
import type { JsonObject, Locale } from "@agent-studio/shared";
import type { ImageFacts } from "../attachments/image-normalizer.ts";

/** A tool result since the last user message, as the model would read it. */
export interface DemoToolResult {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly isError: boolean;
  readonly text: string;
}

/** An image that came with the last message: a script can't see it, so it is given what can be measured of it. */
export interface DemoImage {
  readonly name: string;
  /** Undefined when it could not be measured. */
  readonly facts: ImageFacts | undefined;
  readonly mediaType: string;
  readonly sizeBytes: number;
}

/** What a real model would have before it at this call. */
export interface DemoConversation {
  /** The last user message. */
  readonly userText: string;
  /** The language of that message, or of the last one that had words; English when there was none. */
  readonly locale: Locale;
  /** Images attached to it, in order. */
  readonly images: readonly DemoImage[];
  /** Names of attachments of it that the model did not get. */
  readonly leftOutImages: readonly string[];
  /** Results since that message, in order. */
  readonly toolResults: readonly DemoToolResult[];
  /** Model calls since that message, this one included; starts at 1. */
  readonly turn: number;
  /** User messages before the last one, oldest first. */
  readonly earlierUserTexts: readonly string[];
}

/** One thing that the demo model says or asks for, in order. Calls end the message. */
export type DemoStep =
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "call";
      readonly toolName: string;
      readonly args: JsonObject;
    };

/** Keeps no state between calls; the same conversation gives the same steps. */
export type DemoScript = (
  conversation: DemoConversation,
) => readonly DemoStep[];
