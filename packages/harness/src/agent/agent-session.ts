/**
 * The port to an agent loop. One `AgentSessionPort` serves one run: it gets the history, prompts the model, asks the
 * harness to execute every call, and reports what happens as neutral events. It keeps nothing between runs and
 * decides nothing: policy, approval and execution are behind `AgentHost`.
 */
import type {
  Channel,
  ErrorCode,
  JsonObject,
  ModelRef,
  RedactedConnection,
  StopReason,
  Usage,
} from "@agent-studio/shared";
import type { ModelPart } from "../attachments/model-part.ts";
import type { DemoScript } from "../models/demo-script.ts";
import type { ToolDefinition } from "../tools/define-tool.ts";

/** A part of a finished assistant message, in the order in which the model wrote it. */
export type AgentPart =
  | {
      readonly kind: "text" | "reasoning";
      readonly part: number;
      readonly text: string;
    }
  | {
      readonly kind: "call";
      readonly part: number;
      /** An id of ours; the provider's is not used. */
      readonly toolCallId: string;
      readonly toolName: string;
      readonly args: JsonObject;
      /** Why the arguments cannot be used: broken JSON, or cut off by the output limit. */
      readonly argsError?: string;
    };

export interface AgentFailure {
  readonly code: ErrorCode;
  /** A sentence that says what to do; never the provider's raw text. */
  readonly message: string;
  readonly retryable: boolean;
}

/** What the agent loop reports, in order. */
export type AgentEvent =
  | { readonly type: "requested" }
  | {
      readonly type: "delta";
      readonly part: number;
      readonly channel: Channel;
      readonly delta: string;
    }
  | {
      readonly type: "drafted";
      readonly part: number;
      readonly toolName: string;
      readonly argsBytes: number;
    }
  | {
      readonly type: "responded";
      readonly parts: readonly AgentPart[];
      readonly stopReason: StopReason;
      readonly model: ModelRef;
      readonly usage: Usage;
      readonly costUsd: number | null;
      /** With stop reason `error`. */
      readonly failure?: AgentFailure;
      /** The message in the loop's own form; sealed with the event and given back as history. */
      readonly sealed: unknown;
    }
  | {
      readonly type: "retrying";
      readonly attempt: number;
      readonly delayMs: number;
      readonly failure: AgentFailure;
    }
  /**
   * A recorded message was gone through again: nothing was asked of a model. Its calls are executed as ever, and the
   * host knows those that have ended.
   */
  | {
      readonly type: "replayed";
      readonly parts: readonly AgentPart[];
      readonly stopReason: StopReason;
    }
  /** The loop will not execute this call although it was requested (it refused the arguments by its own reading). */
  | { readonly type: "call_refused"; readonly toolCallId: string };

/** What the model reads as the result of a call. */
export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
}

/** The side of the harness that an agent loop talks to. Nothing here throws. */
export interface AgentHost {
  /** Takes events in order, synchronously. */
  onEvent(event: AgentEvent): void;
  /** Runs one requested call through the gate; resolves when the call has ended, whatever way. */
  executeTool(
    toolCallId: string,
    signal: AbortSignal | undefined,
  ): Promise<ToolReply>;
  /** The recorded result of a call that has ended: what every later model call must see. */
  replyOf(toolCallId: string): ToolReply | undefined;
  /** Whether another model call may follow; asked after each turn's tools. */
  mayContinue(): boolean;
  /** The loop itself failed, not the model: the run fails, and the server's log gets the error. `prompt` then resolves. */
  onDefect(error: unknown): void;
}

/** One entry of history, in the loop's own sealed form. */
export type HistoryEntry =
  | {
      readonly kind: "prompt";
      readonly text: string;
      /** What was sent with it, as this model is to get it. */
      readonly attachments?: readonly ModelPart[];
      readonly at: string;
    }
  | { readonly kind: "assistant"; readonly sealed: unknown }
  | {
      readonly kind: "tool";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly reply: ToolReply;
      readonly at: string;
    };

export interface AgentSessionOptions {
  readonly sessionId: string;
  readonly connection: RedactedConnection;
  /** What stands in for the model when the connection is the demo one. */
  readonly demoScript: DemoScript;
  readonly systemPrompt: string;
  /** In registration order; the loop offers exactly these. */
  readonly tools: readonly ToolDefinition[];
  readonly history: readonly HistoryEntry[];
  /**
   * The messages that this very run has already, in their sealed form and in order; empty for a new run. The loop goes
   * through them instead of asking the model, and says so with one `replayed` each; then it goes on with the model.
   */
  readonly replay: readonly unknown[];
  readonly host: AgentHost;
}

export interface AgentSessionPort {
  /**
   * Runs until the agent is done, on a text and what is sent with it. Resolves, never rejects, when the loop has
   * settled. Called once.
   */
  prompt(text: string, attachments?: readonly ModelPart[]): Promise<void>;
  /** Stops the loop at any moment, also before it started; `prompt` then resolves soon. Idempotent. */
  abort(): void;
  /** Releases everything. Call after `prompt` resolved or was given up. Idempotent. */
  dispose(): void;
}

/** Makes agent sessions for a resolved model. */
export interface AgentSessionFactory {
  /** Rejects only for a defect; a model that fails is an event. */
  create(options: AgentSessionOptions): Promise<AgentSessionPort>;
}
