/** Turns what the agent loop reports into the events of a run, in the order that the protocol gives, and keeps the run's figures. */
import {
  NO_USAGE,
  addCost,
  addUsage,
  type ModelRef,
  type StopReason,
  type Usage,
} from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import type { AgentEvent, AgentFailure } from "./agent-session.ts";
import { ARGS_DEPTH_LIMIT, isDeeper, TOO_DEEP } from "./arguments-depth.ts";
import { MessageRecorder } from "./message-recorder.ts";
import type { RunPort } from "./run-port.ts";
import type { ToolGate } from "./tool-gate.ts";

export interface RunRecorderOptions {
  readonly port: RunPort;
  readonly gate: ToolGate;
  readonly model: ModelRef;
  readonly newMessageId: () => string;
  readonly newCallId: () => string;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

/** What a resumed run has behind it. */
export interface RecordedFigures {
  readonly usage: Usage;
  readonly costUsd: number | null;
  /** The message that its open calls belong to. */
  readonly messageId: string | undefined;
}

interface ModelCall {
  readonly callId: string;
  readonly startedAt: number;
  firstTokenMs: number | null;
}

type Responded = Extract<AgentEvent, { type: "responded" }>;

export class RunRecorder {
  readonly #options: RunRecorderOptions;
  readonly #message: MessageRecorder;
  #call: ModelCall | undefined;
  #retrying = false;
  #turn = 0;
  #usage: Usage = NO_USAGE;
  #costUsd: number | null = 0;
  #failure: AgentFailure | undefined;
  #lastMessageId: string | undefined;
  #lastStopReason: StopReason | undefined;

  constructor(options: RunRecorderOptions) {
    this.#options = options;
    this.#message = new MessageRecorder(options);
  }

  get turns(): number {
    return this.#turn;
  }

  get totals(): {
    readonly usage: Usage;
    readonly costUsd: number | null;
    readonly turns: number;
  } {
    return { usage: this.#usage, costUsd: this.#costUsd, turns: this.#turn };
  }

  /** The failure that the last model call ended with, if it did. */
  get failure(): AgentFailure | undefined {
    return this.#failure;
  }

  /** The message of the last model call that ended, if it had one. */
  get lastMessageId(): string | undefined {
    return this.#lastMessageId;
  }

  /** How the last model call ended; undefined before the first did. */
  get lastStopReason(): StopReason | undefined {
    return this.#lastStopReason;
  }

  /** Whether a model call is in progress. */
  get callsModel(): boolean {
    return this.#call !== undefined;
  }

  onEvent(event: AgentEvent): void {
    switch (event.type) {
      case "requested":
        return this.#requested();
      case "delta":
        // Outside a model call there is no message that it could belong to.
        if (this.#call === undefined) return;
        this.#noteFirstToken();
        return this.#message.delta(event.part, event.channel, event.delta);
      case "drafted":
        if (this.#call === undefined) return;
        this.#noteFirstToken();
        return this.#message.drafted(
          event.part,
          event.toolName,
          event.argsBytes,
        );
      case "responded":
        return this.#onResponded(event);
      case "retrying":
        return this.#onRetrying(event);
      case "replayed":
        return this.#onReplayed(event);
      case "call_refused":
        return this.#options.gate.refuse(event.toolCallId);
    }
  }

  /** Deltas that are held back become events. */
  flush(): void {
    this.#message.flush();
  }

  /** Call before a resumed run goes through its recorded messages again: its figures go on from there. */
  restore({ usage, costUsd, messageId }: RecordedFigures): void {
    this.#usage = usage;
    this.#costUsd = costUsd;
    this.#lastMessageId = messageId;
  }

  /** Closes what is open at the run's end: an open message is completed, an open model call responded, both aborted. */
  close(): void {
    if (this.#call === undefined) return;
    this.#finish({
      type: "responded",
      parts: [],
      stopReason: "aborted",
      model: this.#options.model,
      usage: NO_USAGE,
      costUsd: null,
      sealed: undefined,
    });
  }

  /** The log has this message; only the gate has to know its calls. */
  #onReplayed({
    parts,
    stopReason,
  }: Extract<AgentEvent, { type: "replayed" }>): void {
    this.#turn += 1;
    this.#lastStopReason = stopReason;
    const calls = parts.flatMap((part) => (part.kind === "call" ? [part] : []));
    this.#options.gate.replay(calls, this.#turn);
  }

  #requested(): void {
    if (!this.#retrying) this.#turn += 1;
    this.#retrying = false;
    this.#failure = undefined;
    this.#call = {
      callId: this.#options.newCallId(),
      startedAt: this.#options.now(),
      firstTokenMs: null,
    };
    this.#options.port.append([
      {
        type: "model.requested",
        runId: this.#options.port.runId,
        payload: { callId: this.#call.callId, turn: this.#turn },
      },
    ]);
    this.#options.port.onChange();
  }

  #noteFirstToken(): void {
    if (this.#call !== undefined)
      this.#call.firstTokenMs ??= Math.round(
        this.#options.now() - this.#call.startedAt,
      );
  }

  #onResponded(event: Responded): void {
    // After an abort Pi adds an empty message that no model call stands behind.
    if (this.#call === undefined) return;
    this.#finish(event);
  }

  #finish(answer: Responded): void {
    const call = this.#call;
    if (call === undefined) return;
    const event = withinDepth(answer);
    this.#noteFirstTokenOf(event);
    this.#call = undefined;
    const sealed =
      event.sealed === undefined
        ? undefined
        : { kind: "assistant", message: event.sealed };
    const { messageId, events } = this.#message.complete(
      event.parts,
      event.stopReason,
      sealed,
    );
    this.#lastStopReason = event.stopReason;
    this.#failure = event.failure;
    this.#usage = addUsage(this.#usage, event.usage);
    this.#costUsd = addCost(this.#costUsd, event.costUsd);
    this.#lastMessageId = messageId;
    this.#options.port.append([
      ...events,
      this.#respondedEvent(call, event),
      ...this.#requests(event, messageId),
    ]);
    this.#options.port.onChange();
  }

  #noteFirstTokenOf(event: Responded): void {
    if (event.parts.length > 0) this.#noteFirstToken();
  }

  #respondedEvent(call: ModelCall, event: Responded): NewEvent {
    return {
      type: "model.responded",
      runId: this.#options.port.runId,
      payload: {
        callId: call.callId,
        turn: this.#turn,
        model: event.model,
        stopReason: event.stopReason,
        usage: event.usage,
        costUsd: event.costUsd,
        firstTokenMs: call.firstTokenMs,
        durationMs: Math.round(this.#options.now() - call.startedAt),
      },
    };
  }

  #requests(
    event: Responded,
    messageId: string | undefined,
  ): readonly NewEvent[] {
    if (
      messageId === undefined ||
      event.stopReason === "error" ||
      event.stopReason === "aborted"
    )
      return [];
    const calls = event.parts.flatMap((part) =>
      part.kind === "call" ? [part] : [],
    );
    return calls.length === 0
      ? []
      : this.#options.gate.request(calls, messageId, this.#turn);
  }

  #onRetrying({
    attempt,
    delayMs,
    failure,
  }: Extract<AgentEvent, { type: "retrying" }>): void {
    this.#retrying = true;
    this.#message.flush();
    const { code, message } = failure;
    this.#options.port.append([
      {
        type: "run.retrying",
        runId: this.#options.port.runId,
        payload: { attempt, delayMs, code, message },
      },
    ]);
  }
}

/** The sealed message has a few levels around the arguments. */
const SEALED_DEPTH_LIMIT = 2 * ARGS_DEPTH_LIMIT;

/** An answer that can be written down: arguments that are too deep are left out and say so. */
function withinDepth(event: Responded): Responded {
  const parts = event.parts.map((part) =>
    part.kind === "call" && isDeeper(part.args, ARGS_DEPTH_LIMIT)
      ? { ...part, args: {}, argsError: TOO_DEEP }
      : part,
  );
  const isSealable = !isDeeper(event.sealed, SEALED_DEPTH_LIMIT);
  return { ...event, parts, sealed: isSealable ? event.sealed : undefined };
}
