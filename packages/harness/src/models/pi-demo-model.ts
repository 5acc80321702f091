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
  type ToolResultMessage,
  type UserMessage,
} from "@earendil-works/pi-ai";
import { setTimeout as delay } from "node:timers/promises";
import type { DemoPace } from "./demo-pace.ts";
import type {
  DemoConversation,
  DemoScript,
  DemoStep,
  DemoToolResult,
} from "./demo-script.ts";

/** Characters a piece and milliseconds between pieces: about 130 characters a second, as hosted models write. */
const NATURAL = { pieceCharacters: 4, pauseMs: 30, firstPauseMs: 350 };
const INSTANT = { pieceCharacters: 400, pauseMs: 0, firstPauseMs: 0 };
/** A rough size of a token, used only to show plausible usage: four characters (OpenAI's rule of thumb for English). */
const CHARACTERS_PER_TOKEN = 4;

export interface DemoStreamOptions {
  readonly script: DemoScript;
  readonly pace: DemoPace;
}

/** Streams of the demo model; they never throw and stop within one piece when aborted. */
export function createDemoStreams(options: DemoStreamOptions): ProviderStreams {
  const run: ProviderStreams["stream"] = (model, context, streamOptions) => {
    const out = createAssistantMessageEventStream();
    const message = emptyMessage(model);
    void new DemoWriter(
      out,
      message,
      options.pace,
      streamOptions?.signal,
    ).write(context.messages, options.script);
    return out;
  };
  return { stream: run, streamSimple: run };
}

function emptyMessage(
  model: Parameters<ProviderStreams["stream"]>[0],
): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: "pending",
    timestamp: Date.now(),
  };
}

class DemoWriter {
  readonly #out: AssistantMessageEventStream;
  readonly #message: AssistantMessage;
  readonly #pace: typeof NATURAL;
  readonly #signal: AbortSignal | undefined;

  constructor(
    out: AssistantMessageEventStream,
    message: AssistantMessage,
    pace: DemoPace,
    signal: AbortSignal | undefined,
  ) {
    this.#out = out;
    this.#message = message;
    this.#pace = pace === "natural" ? NATURAL : INSTANT;
    this.#signal = signal;
  }

  async write(messages: readonly Message[], script: DemoScript): Promise<void> {
    try {
      await this.#pause(this.#pace.firstPauseMs);
      const steps = script(toConversation(messages));
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

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}

/** What the script gets to see: exactly what a hosted model would. */
function toConversation(messages: readonly Message[]): DemoConversation {
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  const user = messages[lastUser];
  const since = messages.slice(lastUser + 1);
  const userText = user?.role === "user" ? textOf(user.content) : "";
  return {
    userText,
    locale: /\p{Script=Han}/u.test(userText) ? "zh-CN" : "en",
    images: user?.role === "user" ? imagesOf(user) : 0,
    toolResults: since.flatMap((message) =>
      message.role === "toolResult" ? [toToolResult(message, since)] : [],
    ),
    turn: since.filter((message) => message.role === "assistant").length + 1,
    earlierUserTexts: messages
      .slice(0, Math.max(lastUser, 0))
      .flatMap((message) =>
        message.role === "user" ? [textOf(message.content)] : [],
      ),
  };
}

function textOf(content: UserMessage["content"]): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}

function imagesOf(user: UserMessage): number {
  return typeof user.content === "string"
    ? 0
    : user.content.filter((part) => part.type === "image").length;
}

function toToolResult(
  result: ToolResultMessage,
  since: readonly Message[],
): DemoToolResult {
  const call = since
    .flatMap((message) => (message.role === "assistant" ? message.content : []))
    .find(
      (part): part is ToolCall =>
        part.type === "toolCall" && part.id === result.toolCallId,
    );
  return {
    toolName: result.toolName,
    args: call?.arguments ?? {},
    isError: result.isError,
    text: textOf(result.content),
  };
}
