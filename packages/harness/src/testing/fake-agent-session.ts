/** A programmable agent loop: it says what a script says, turn by turn, and sends every call to the host as Pi does. */
import {
  NO_USAGE,
  type JsonObject,
  type StopReason,
} from "@agent-studio/shared";
import type {
  AgentEvent,
  AgentFailure,
  AgentPart,
  AgentSessionFactory,
  AgentSessionOptions,
  AgentSessionPort,
  HistoryEntry,
  ToolReply,
} from "../agent/agent-session.ts";
import type { ModelPart } from "../attachments/model-part.ts";

export interface FakeCall {
  readonly toolName: string;
  readonly args?: JsonObject;
  readonly argsError?: string;
  /** The id that the loop gives; a fresh one by default. */
  readonly toolCallId?: string;
}

/** What the model does in one turn. */
export interface FakeTurn {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly FakeCall[];
  readonly stopReason?: StopReason;
  readonly failure?: AgentFailure;
  /** Announced after a failed turn; the next turn is then a retry. */
  readonly retry?: { readonly attempt: number; readonly delayMs: number };
  /** Awaited before the turn finishes, after its text; an abort goes on at once. */
  readonly until?: Promise<unknown>;
}

export interface FakeSituation {
  readonly prompt: string;
  /** What was sent with the prompt. */
  readonly attachments: readonly ModelPart[];
  readonly turn: number;
  readonly history: readonly HistoryEntry[];
  /** Replies of the turn before, in call order. */
  readonly replies: readonly ToolReply[];
}

/** Gives the next turn, or nothing when the agent is done. Throwing stands for a defect of the loop. */
export type FakeScript = (situation: FakeSituation) => FakeTurn | undefined;

export interface FakeAgentOptions {
  readonly script: FakeScript;
  readonly newToolCallId: () => string;
  /** Goes on although it was aborted, as a loop that hangs would. */
  readonly ignoresAbort?: boolean;
}

export class FakeAgentSessionFactory implements AgentSessionFactory {
  /** What each created session was given, for assertions. */
  readonly created: AgentSessionOptions[] = [];
  /** Sessions that were disposed. */
  disposed = 0;
  readonly #options: FakeAgentOptions;

  constructor(options: FakeAgentOptions) {
    this.#options = options;
  }

  create(options: AgentSessionOptions): Promise<AgentSessionPort> {
    this.created.push(options);
    return Promise.resolve(
      new FakeAgentSession(options, this.#options, () => (this.disposed += 1)),
    );
  }
}

class FakeAgentSession implements AgentSessionPort {
  readonly #session: AgentSessionOptions;
  readonly #fake: FakeAgentOptions;
  readonly #onDispose: () => void;
  readonly #abort = new AbortController();
  #disposed = false;

  constructor(
    session: AgentSessionOptions,
    fake: FakeAgentOptions,
    onDispose: () => void,
  ) {
    this.#session = session;
    this.#fake = fake;
    this.#onDispose = onDispose;
  }

  async prompt(
    text: string,
    attachments: readonly ModelPart[] = [],
  ): Promise<void> {
    try {
      await this.#loop(text, attachments);
    } catch (error) {
      this.#session.host.onDefect(error);
    }
  }

  async #loop(text: string, attachments: readonly ModelPart[]): Promise<void> {
    let replies: readonly ToolReply[] = [];
    let turn = 1;
    for (const sealed of this.#session.replay) {
      const parts = replayedParts(sealed);
      if (parts === undefined) continue;
      this.#emit({ type: "replayed", parts, stopReason: "tool_use" });
      replies = await this.#execute(parts);
      if (!this.#session.host.mayContinue()) return;
      turn += 1;
    }
    for (; ; turn += 1) {
      if (this.#abort.signal.aborted) return this.#emit(aborted());
      const step = this.#fake.script({
        prompt: text,
        attachments,
        turn,
        history: this.#session.history,
        replies,
      });
      if (step === undefined) return;
      replies = await this.#turn(step);
      const goesOn = (step.calls ?? []).length > 0 || step.retry !== undefined;
      if (!goesOn || !this.#session.host.mayContinue()) return;
    }
  }

  abort(): void {
    if (this.#fake.ignoresAbort !== true) this.#abort.abort();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#onDispose();
  }

  async #turn(step: FakeTurn): Promise<readonly ToolReply[]> {
    this.#emit({ type: "requested" });
    const parts = this.#speak(step);
    await Promise.race([step.until ?? Promise.resolve(), this.#aborted()]);
    if (this.#abort.signal.aborted) {
      this.#emit(aborted(parts.filter((part) => part.kind !== "call")));
      return [];
    }
    this.#emit(responded(step, parts));
    if (step.retry !== undefined && step.failure !== undefined)
      this.#emit({ type: "retrying", ...step.retry, failure: step.failure });
    return step.failure === undefined ? this.#execute(parts) : [];
  }

  #execute(parts: readonly AgentPart[]): Promise<readonly ToolReply[]> {
    const calls = parts.flatMap((part) => (part.kind === "call" ? [part] : []));
    const { host } = this.#session;
    return Promise.all(
      calls.map(
        async (call) =>
          host.replyOf(call.toolCallId) ??
          host.executeTool(call.toolCallId, this.#abort.signal),
      ),
    );
  }

  #speak(step: FakeTurn): readonly AgentPart[] {
    const parts: AgentPart[] = [];
    for (const channel of ["reasoning", "text"] as const) {
      const text = step[channel];
      if (text === undefined) continue;
      const part = parts.length;
      for (const delta of text.split(/(?<=\s)/))
        this.#emit({ type: "delta", part, channel, delta });
      parts.push({ kind: channel, part, text });
    }
    for (const call of step.calls ?? []) {
      const {
        toolName,
        args = {},
        argsError,
        toolCallId = this.#fake.newToolCallId(),
      } = call;
      parts.push({
        kind: "call",
        part: parts.length,
        toolCallId,
        toolName,
        args,
        ...(argsError === undefined ? {} : { argsError }),
      });
    }
    return parts;
  }

  #aborted(): Promise<void> {
    const { signal } = this.#abort;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  #emit(event: AgentEvent): void {
    this.#session.host.onEvent(event);
  }
}

/** The parts of a message that this loop sealed itself and went on from; undefined for any other. */
function replayedParts(sealed: unknown): readonly AgentPart[] | undefined {
  const isOurs =
    typeof sealed === "object" &&
    sealed !== null &&
    "parts" in sealed &&
    "stopReason" in sealed &&
    sealed.stopReason === "tool_use";
  return isOurs ? (sealed.parts as readonly AgentPart[]) : undefined;
}

const MODEL = { providerId: "fake", modelId: "fake" };

function responded(step: FakeTurn, parts: readonly AgentPart[]): AgentEvent {
  const natural: StopReason =
    (step.calls ?? []).length > 0 ? "tool_use" : "stop";
  const stopReason =
    step.failure === undefined ? (step.stopReason ?? natural) : "error";
  return {
    type: "responded",
    parts,
    stopReason,
    model: MODEL,
    usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 },
    costUsd: 0.001,
    ...(step.failure === undefined ? {} : { failure: step.failure }),
    sealed: { parts, stopReason },
  };
}

function aborted(parts: readonly AgentPart[] = []): AgentEvent {
  return {
    type: "responded",
    parts,
    stopReason: "aborted",
    model: MODEL,
    usage: NO_USAGE,
    costUsd: null,
    sealed: { parts },
  };
}
