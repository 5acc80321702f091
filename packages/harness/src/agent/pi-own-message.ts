/**
 * A model's message as it is shown and kept: the parts of Pi's own message, with reasoning taken out of texts, call ids
 * of ours, and a new part wherever the model goes on with an earlier one.
 */
import type {
  AssistantMessage,
  AssistantMessageEvent,
  AssistantMessageEventStream,
  TextContent,
  ThinkingContent,
  ToolCall,
} from "@earendil-works/pi-ai";
import { ARGS_DEPTH_LIMIT, isDeeper, TOO_DEEP } from "./arguments-depth.ts";
import {
  TAGGED,
  TAGGED_LONE,
  type MarkedMessage,
  type MessageMark,
} from "./pi-message-mark.ts";
import { ThinkTags, type TextPiece } from "./think-tags.ts";

/** How the beginning of a text is held back in search of a lone closing tag. */
export interface TextHold {
  readonly characters: number;
  /** How long at most, in milliseconds; undefined for as long as the text lasts. */
  readonly limitMs: number | undefined;
}

export interface OwnMessageOptions {
  readonly out: AssistantMessageEventStream;
  readonly newToolCallId: () => string;
  readonly hold: TextHold;
  readonly mark: (message: AssistantMessage) => MessageMark;
}

interface Written {
  /** What came in pieces so far. */
  fed: string;
  /** Places of its parts in the own message. */
  readonly places: number[];
  readonly tags: ThinkTags | undefined;
  /** Whether what is held back is let out by a timer. */
  isTimed: boolean;
}

type Part = AssistantMessage["content"][number];

export class OwnMessage {
  readonly #options: OwnMessageOptions;
  readonly #content: Part[] = [];
  readonly #written = new Map<number, Written>();
  readonly #calls = new Map<number, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #partial: AssistantMessage | undefined;

  constructor(options: OwnMessageOptions) {
    this.#options = options;
  }

  /** Takes one event of the message and sends what it means on. */
  push(event: AssistantMessageEvent): void {
    switch (event.type) {
      case "start":
        this.#send({ type: "start", partial: this.#own(event.partial) });
        break;
      case "text_start":
      case "text_delta":
        this.#text(
          event.contentIndex,
          "delta" in event ? event.delta : "",
          event.partial,
        );
        break;
      case "thinking_start":
      case "thinking_delta":
        this.#thinking(
          event.contentIndex,
          "delta" in event ? event.delta : "",
          event.partial,
        );
        break;
      case "toolcall_start":
      case "toolcall_delta":
      case "toolcall_end":
        this.#call(event);
        break;
      case "text_end":
      case "thinking_end":
      case "done":
      case "error":
        break;
    }
  }

  /** The finished message: what its final form has beyond the pieces is sent on first. */
  finish(message: AssistantMessage): MarkedMessage {
    message.content.forEach((part, index) => {
      if (part.type === "text") this.#finishText(part, index, message);
      else if (part.type === "thinking")
        this.#finishThinking(part, index, message);
      else
        this.#content[this.#placeOfCall(index, part)] = this.#ownCall(
          index,
          part,
        );
    });
    for (const timer of this.#timers) clearTimeout(timer);
    const hasCalls = this.#content.some((part) => part.type === "toolCall");
    const isStop = message.stopReason === "stop" && hasCalls;
    return {
      ...message,
      content: [...this.#content],
      stopReason: isStop ? "toolUse" : message.stopReason,
      studio: this.#options.mark(message),
    };
  }

  #text(index: number, delta: string, partial: AssistantMessage): void {
    const written = this.#writtenAt(index, true);
    const { tags } = written;
    if (tags === undefined) return;
    written.fed += delta;
    this.#pieces(written, tags.push(delta), partial);
    const { limitMs } = this.#options.hold;
    if (!written.isTimed && tags.isHolding && limitMs !== undefined) {
      written.isTimed = true;
      this.#later(limitMs, () =>
        this.#pieces(written, tags.release(), partial),
      );
    }
  }

  #later(delayMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, delayMs);
    this.#timers.add(timer);
  }

  #pieces(
    written: Written,
    pieces: readonly TextPiece[],
    partial: AssistantMessage,
  ): void {
    for (const { channel, text } of pieces) {
      const signature = written.tags?.isLone === true ? TAGGED_LONE : TAGGED;
      if (channel === "text")
        this.#append(written, { type: "text", text: "" }, { text, partial });
      else
        this.#append(
          written,
          { type: "thinking", thinking: "", thinkingSignature: signature },
          { text, partial },
        );
    }
  }

  #thinking(index: number, delta: string, partial: AssistantMessage): void {
    const written = this.#writtenAt(index, false);
    written.fed += delta;
    if (delta !== "")
      this.#append(
        written,
        { type: "thinking", thinking: "" },
        { text: delta, partial },
      );
  }

  /** Adds to the last part when it is the one being written, else begins a part. */
  #append(
    written: Written,
    empty: TextContent | ThinkingContent,
    {
      text,
      partial,
    }: { readonly text: string; readonly partial: AssistantMessage },
  ): void {
    const last = written.places.at(-1);
    const isOpen =
      last !== undefined &&
      last === this.#content.length - 1 &&
      this.#content[last]?.type === empty.type;
    const contentIndex = isOpen ? last : this.#content.length;
    if (!isOpen) {
      this.#content.push(empty);
      written.places.push(contentIndex);
      const type = empty.type === "text" ? "text_start" : "thinking_start";
      this.#send({ type, contentIndex, partial: this.#own(partial) });
    }
    const part = this.#content[contentIndex];
    if (part?.type === "text") part.text += text;
    else if (part?.type === "thinking") part.thinking += text;
    const type = empty.type === "text" ? "text_delta" : "thinking_delta";
    this.#send({
      type,
      contentIndex,
      delta: text,
      partial: this.#own(partial),
    });
  }

  #call(
    event: Extract<
      AssistantMessageEvent,
      { type: "toolcall_start" | "toolcall_delta" | "toolcall_end" }
    >,
  ): void {
    const source = event.partial.content[event.contentIndex];
    if (source?.type !== "toolCall") return;
    const contentIndex = this.#placeOfCall(event.contentIndex, source);
    const toolCall = this.#ownCall(event.contentIndex, source);
    this.#content[contentIndex] = toolCall;
    const partial = this.#own(event.partial);
    if (event.type === "toolcall_end")
      this.#send({ type: event.type, contentIndex, toolCall, partial });
    else if (event.type === "toolcall_delta")
      this.#send({
        type: event.type,
        contentIndex,
        delta: event.delta,
        partial,
      });
    else this.#send({ type: event.type, contentIndex, partial });
  }

  #placeOfCall(index: number, source: ToolCall): number {
    const known = this.#calls.get(index);
    if (known !== undefined) return known;
    const place = this.#content.length;
    this.#calls.set(index, place);
    this.#content.push({ ...source, id: this.#options.newToolCallId() });
    return place;
  }

  #ownCall(index: number, source: ToolCall): ToolCall {
    const place = this.#calls.get(index);
    const known = place === undefined ? undefined : this.#content[place];
    return ownCall(source, known?.type === "toolCall" ? known.id : "");
  }

  #finishText(
    part: TextContent,
    index: number,
    message: AssistantMessage,
  ): void {
    const written = this.#writtenAt(index, true);
    if (part.text.startsWith(written.fed))
      this.#text(index, part.text.slice(written.fed.length), message);
    this.#pieces(written, written.tags?.end() ?? [], message);
    const place = written.places.findLast(
      (candidate) => this.#content[candidate]?.type === "text",
    );
    const own = place === undefined ? undefined : this.#content[place];
    if (own?.type === "text" && part.textSignature !== undefined)
      own.textSignature = part.textSignature;
  }

  #finishThinking(
    part: ThinkingContent,
    index: number,
    message: AssistantMessage,
  ): void {
    const written = this.#writtenAt(index, false);
    if (part.thinking.startsWith(written.fed))
      this.#thinking(index, part.thinking.slice(written.fed.length), message);
    const isSigned = (part.thinkingSignature ?? "") !== "";
    const place = written.places.at(-1);
    if (place === undefined) {
      if (isSigned) this.#content.push({ ...part });
      return;
    }
    const own = this.#content[place];
    if (own?.type !== "thinking") return;
    // A signature covers the whole of its text.
    const isWhole = written.places.length === 1;
    this.#content[place] = {
      ...part,
      thinking: isWhole ? part.thinking : own.thinking,
    };
  }

  #writtenAt(index: number, isText: boolean): Written {
    const known = this.#written.get(index);
    if (known !== undefined) return known;
    const hold = this.#content.length === 0 ? this.#options.hold.characters : 0;
    const tags = isText ? new ThinkTags(hold) : undefined;
    const written: Written = { fed: "", places: [], tags, isTimed: false };
    this.#written.set(index, written);
    return written;
  }

  /** The live message that events carry, as Pi wants it. */
  #own(source: AssistantMessage): AssistantMessage {
    this.#partial ??= { ...source, content: this.#content };
    return this.#partial;
  }

  #send(event: AssistantMessageEvent): void {
    this.#options.out.push(event);
  }
}

/** Arguments that are too deep overflow Pi and everything after it: it gets none, with the cause. */
function ownCall(call: ToolCall, id: string): ToolCall {
  return isDeeper(call.arguments, ARGS_DEPTH_LIMIT)
    ? { ...call, id, arguments: {}, argumentsError: TOO_DEEP }
    : { ...call, id };
}
