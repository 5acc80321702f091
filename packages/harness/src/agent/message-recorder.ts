/** Writes one assistant message into the log: its start, its deltas with secrets out, and its completion. */
import type { Channel, StopReason } from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import type { TextRedactor } from "../security/text-redactor.ts";
import type { AgentPart } from "./agent-session.ts";
import { redactedName } from "./early-end.ts";
import { DeltaBuffer, type HeldDelta } from "./delta-buffer.ts";
import type { RunPort } from "./run-port.ts";

/** `tool.drafted` events of one message are at least this far apart, in milliseconds. */
const DRAFT_INTERVAL_MS = 500;

interface PartText {
  readonly channel: Channel;
  /** What the model wrote. */
  raw: string;
  readonly redactor: TextRedactor;
}

export interface MessageRecorderOptions {
  readonly port: RunPort;
  readonly newMessageId: () => string;
  readonly now: () => number;
}

export class MessageRecorder {
  readonly #options: MessageRecorderOptions;
  readonly #buffer: DeltaBuffer;
  #messageId: string | undefined;
  #parts = new Map<number, PartText>();
  #currentPart: number | undefined;
  /** What the log has of each channel, in the order of its deltas. */
  #shown: Record<Channel, string> = { text: "", reasoning: "" };
  #lastDraft = Number.NEGATIVE_INFINITY;

  constructor(options: MessageRecorderOptions) {
    this.#options = options;
    this.#buffer = new DeltaBuffer({
      now: options.now,
      emit: (held) =>
        this.#append([this.#deltaEvent(held.part, held.channel, held.delta)]),
    });
  }

  /** The message in progress. */
  get messageId(): string | undefined {
    return this.#messageId;
  }

  delta(part: number, channel: Channel, delta: string): void {
    if (delta === "") return;
    if (part !== this.#currentPart) this.#buffer.flush();
    for (const held of this.#take(part, channel, delta)) {
      this.#start();
      this.#buffer.push(held);
    }
  }

  drafted(part: number, toolName: string, argsBytes: number): void {
    const now = this.#options.now();
    if (toolName === "" || now - this.#lastDraft < DRAFT_INTERVAL_MS) return;
    this.#lastDraft = now;
    this.#start();
    // The text before the call is over.
    for (const held of this.#release()) this.#buffer.push(held);
    this.#currentPart = undefined;
    this.#buffer.flush();
    const messageId = this.#messageId ?? "";
    this.#append([
      {
        type: "tool.drafted",
        runId: this.#options.port.runId,
        payload: {
          messageId,
          part,
          toolName: redactedName(toolName, this.#options.port),
          argsBytes,
        },
      },
    ]);
  }

  /** Emits what is held before another event of the run. */
  flush(): void {
    this.#buffer.flush();
  }

  /**
   * The events that finish the message, in order: what its final form has beyond the deltas, then
   * `assistant.completed`. None when the message has no content. The next message starts afresh.
   */
  complete(
    parts: readonly AgentPart[],
    stopReason: StopReason,
    sealed: unknown,
  ): {
    readonly messageId: string | undefined;
    readonly events: readonly NewEvent[];
  } {
    this.#buffer.flush();
    const rest = parts.flatMap((part) =>
      part.kind === "call" ? [] : this.#catchUp(part),
    );
    rest.push(...this.#release());
    const events: NewEvent[] = [];
    if (
      this.#messageId === undefined &&
      (rest.length > 0 || parts.some(hasContent))
    )
      events.push(this.#started());
    const messageId = this.#messageId;
    if (messageId !== undefined) {
      for (const held of rest)
        events.push(this.#deltaEvent(held.part, held.channel, held.delta));
      events.push(this.#completed(messageId, stopReason, sealed));
    }
    this.#startAfresh();
    return { messageId, events };
  }

  #completed(
    messageId: string,
    stopReason: StopReason,
    sealed: unknown,
  ): NewEvent {
    const { text, reasoning } = this.#shown;
    return {
      type: "assistant.completed",
      runId: this.#options.port.runId,
      payload: {
        messageId,
        text,
        ...(reasoning === "" ? {} : { reasoning }),
        stopReason,
      },
      ...(sealed === undefined ? {} : { sealed }),
    };
  }

  #startAfresh(): void {
    this.#messageId = undefined;
    this.#parts = new Map();
    this.#currentPart = undefined;
    this.#shown = { text: "", reasoning: "" };
    this.#lastDraft = Number.NEGATIVE_INFINITY;
    this.#buffer.reset();
  }

  #start(): void {
    if (this.#messageId === undefined) this.#append([this.#started()]);
  }

  #started(): NewEvent {
    this.#messageId = this.#options.newMessageId();
    return {
      type: "assistant.started",
      runId: this.#options.port.runId,
      payload: { messageId: this.#messageId },
    };
  }

  /** What a delta lets out: the rest of the part before it, then what its own redactor does not hold back. */
  #take(part: number, channel: Channel, delta: string): HeldDelta[] {
    const before = part === this.#currentPart ? [] : this.#release();
    this.#currentPart = part;
    const text = this.#parts.get(part) ?? {
      channel,
      raw: "",
      redactor: this.#options.port.textRedactor(),
    };
    this.#parts.set(part, text);
    text.raw += delta;
    return [...before, ...this.#let(part, channel, text.redactor.push(delta))];
  }

  #release(): HeldDelta[] {
    if (this.#currentPart === undefined) return [];
    const text = this.#parts.get(this.#currentPart);
    return text === undefined
      ? []
      : this.#let(this.#currentPart, text.channel, text.redactor.flush());
  }

  #let(part: number, channel: Channel, shown: string): HeldDelta[] {
    if (shown === "") return [];
    this.#shown[channel] += shown;
    return [{ part, channel, delta: shown }];
  }

  /** A provider may finish a text without having streamed all of it. */
  #catchUp(
    part: Extract<AgentPart, { kind: "text" | "reasoning" }>,
  ): readonly HeldDelta[] {
    const streamed = this.#parts.get(part.part)?.raw ?? "";
    return part.text.startsWith(streamed) && part.text !== streamed
      ? this.#take(part.part, part.kind, part.text.slice(streamed.length))
      : [];
  }

  #deltaEvent(part: number, channel: Channel, delta: string): NewEvent {
    return {
      type: "assistant.delta",
      runId: this.#options.port.runId,
      payload: { messageId: this.#messageId ?? "", part, delta, channel },
    };
  }

  #append(events: readonly NewEvent[]): void {
    this.#options.port.append(events);
  }
}

function hasContent(part: AgentPart): boolean {
  return part.kind === "call" || part.text !== "";
}
