/**
 * The demo model: a provider registered with Pi that is a program instead of a network call. It reads what Pi sends,
 * asks the lab's script what to say, and writes it at a natural pace.
 */
import {
  createAssistantMessageEventStream,
  type AssistantMessage,
  type AssistantMessageEventStream,
  type Message,
  type ProviderStreams,
  type ToolCall,
} from "@earendil-works/pi-ai";
import { setTimeout as delay } from "node:timers/promises";
import type { DemoPace } from "./demo-pace.ts";
import type { DemoScript, DemoStep } from "./demo-script.ts";
import {
  toDemoConversation,
  type MeasureImage,
} from "./pi-demo-conversation.ts";
import { emptyMessage } from "./pi-empty-message.ts";

/** Characters a piece and milliseconds between pieces: about 130 characters a second, as hosted models write. */
const NATURAL = { pieceCharacters: 4, pauseMs: 30, firstPauseMs: 350 };
const INSTANT = { pieceCharacters: 400, pauseMs: 0, firstPauseMs: 0 };
/** A rough size of a token, used only to show plausible usage: four characters (OpenAI's rule of thumb for English). */
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_AN_IMAGE = 1600;

export interface DemoStreamOptions {
  readonly script: DemoScript;
  readonly pace: DemoPace;
  readonly measure: MeasureImage;
}

/** Streams of the demo model; they never throw and stop within one piece when aborted. */
export function createDemoStreams(options: DemoStreamOptions): ProviderStreams {
  const run: ProviderStreams["stream"] = (model, context, streamOptions) => {
    const out = createAssistantMessageEventStream();
    const message = emptyMessage(model);
    void new DemoWriter(out, message, options, streamOptions?.signal).write(
      context.messages,
    );
    return out;
  };
  return { stream: run, streamSimple: run };
}

class DemoWriter {
  readonly #out: AssistantMessageEventStream;
  readonly #message: AssistantMessage;
  readonly #options: DemoStreamOptions;
  readonly #pace: typeof NATURAL;
  readonly #signal: AbortSignal | undefined;

  constructor(
    out: AssistantMessageEventStream,
    message: AssistantMessage,
    options: DemoStreamOptions,
    signal: AbortSignal | undefined,
  ) {
    this.#out = out;
    this.#message = message;
    this.#options = options;
    this.#pace = options.pace === "natural" ? NATURAL : INSTANT;
    this.#signal = signal;
  }

  async write(messages: readonly Message[]): Promise<void> {
    const { script, measure } = this.#options;
    const signal = this.#signal ?? new AbortController().signal;
    try {
      await this.#pause(this.#pace.firstPauseMs);
      const steps = script(await toDemoConversation(messages, measure, signal));
      this.#out.push({ type: "start", partial: this.#message });
      for (const step of steps) await this.#step(step);
      this.#finish(messages);
    } catch {
      this.#fail();
    }
  }

  async #step(step: DemoStep): Promise<void> {
    const contentIndex = this.#message.content.length;
    const partial = this.#message;
    if (step.kind === "call") {
      const toolCall: ToolCall = {
        type: "toolCall",
        id: `demo-${contentIndex}`,
        name: step.toolName,
        arguments: structuredClone(step.args),
      };
      const text = JSON.stringify(step.args);
      partial.content.push({ ...toolCall, arguments: {} });
      this.#out.push({ type: "toolcall_start", contentIndex, partial });
      await this.#pieces(text, (delta) =>
        this.#out.push({
          type: "toolcall_delta",
          contentIndex,
          delta,
          partial,
        }),
      );
      partial.content[contentIndex] = toolCall;
      this.#out.push({ type: "toolcall_end", contentIndex, toolCall, partial });
    } else if (step.kind === "text") {
      const content = { type: "text" as const, text: "" };
      partial.content.push(content);
      this.#out.push({ type: "text_start", contentIndex, partial });
      await this.#pieces(step.text, (delta) => {
        content.text += delta;
        this.#out.push({ type: "text_delta", contentIndex, delta, partial });
      });
      this.#out.push({
        type: "text_end",
        contentIndex,
        content: content.text,
        partial,
      });
    } else {
      const content = { type: "thinking" as const, thinking: "" };
      partial.content.push(content);
      this.#out.push({ type: "thinking_start", contentIndex, partial });
      await this.#pieces(step.text, (delta) => {
        content.thinking += delta;
        this.#out.push({
          type: "thinking_delta",
          contentIndex,
          delta,
          partial,
        });
      });
      this.#out.push({
        type: "thinking_end",
        contentIndex,
        content: content.thinking,
        partial,
      });
    }
  }

  async #pieces(text: string, emit: (delta: string) => void): Promise<void> {
    const characters = Array.from(text);
    for (let at = 0; at < characters.length; at += this.#pace.pieceCharacters) {
      await this.#pause(this.#pace.pauseMs);
      emit(characters.slice(at, at + this.#pace.pieceCharacters).join(""));
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    this.#signal?.throwIfAborted();
    await delay(
      milliseconds,
      undefined,
      this.#signal === undefined ? {} : { signal: this.#signal },
    );
  }

  #finish(messages: readonly Message[]): void {
    const reason = this.#message.content.some(
      (part) => part.type === "toolCall",
    )
      ? "toolUse"
      : "stop";
    this.#message.stopReason = reason;
    const input = tokensOf(messages);
    const output = tokensOf(this.#message.content);
    this.#message.usage = {
      ...this.#message.usage,
      input,
      output,
      totalTokens: input + output,
    };
    this.#out.push({ type: "done", reason, message: this.#message });
    this.#out.end(this.#message);
  }

  #fail(): void {
    const aborted = this.#signal?.aborted === true;
    this.#message.content = this.#message.content.filter(
      (part) => part.type !== "toolCall",
    );
    this.#message.stopReason = aborted ? "aborted" : "error";
    this.#message.errorMessage = aborted
      ? "Request was aborted"
      : "422: the demo script failed";
    this.#out.push({
      type: "error",
      reason: aborted ? "aborted" : "error",
      error: this.#message,
    });
    this.#out.end(this.#message);
  }
}

/** An image counts as hosted models count one of this size, not by its bytes. */
function tokensOf(value: unknown): number {
  let images = 0;
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (key !== "data" || typeof each !== "string") return each;
    images += 1;
    return "";
  });
  return (
    Math.ceil(text.length / CHARACTERS_PER_TOKEN) + images * TOKENS_AN_IMAGE
  );
}
