/** A lab's demo script: a program in place of the model, a pure function of the conversation that Pi sends. */
import type { JsonObject, Locale } from "@agent-studio/shared";

/** A tool result since the last user message, as the model would read it. */
export interface DemoToolResult {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly isError: boolean;
  readonly text: string;
}

/** What a real model would have before it at this call. */
export interface DemoConversation {
  /** The last user message. */
  readonly userText: string;
  /** The language of that message. */
  readonly locale: Locale;
  /** Images attached to it. */
  readonly images: number;
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
