/**
 * Session state: what the events of a session fold to.
 *
 * Finished messages are an array of objects that never change again; the turn in progress stands apart
 * in `open`, so that a delta copies one small object. Tool calls are parts of their message. Nothing is a
 * record that grows by id. The state is plain JSON: a snapshot is this object as it is.
 */
import type { Approval } from "./approval.ts";
import type { Artifact, Attachment } from "./attachment.ts";
import type { StopReason } from "./event.ts";
import type { ErrorCode } from "./errors.ts";
import type { RedactedConnection } from "./model-connection.ts";
import type { Run } from "./run.ts";
import type { SessionStatus } from "./session.ts";
import type {
  ToolDenialReason,
  ToolEffect,
  ToolPolicy,
  ToolResult,
} from "./tool.ts";
import type { Usage } from "./usage.ts";

export interface UserMessage {
  readonly role: "user";
  readonly messageId: string;
  readonly runId: string;
  readonly createdAt: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly clientMessageId?: string;
}

export interface TextPart {
  readonly kind: "text" | "reasoning";
  readonly part: number;
  readonly text: string;
  /** When its first and its newest piece came; only of reasoning. */
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** Where a tool call stands: `drafted` is still being written by the model. */
export type ToolCallState =
  | "drafted"
  | "requested"
  | "awaiting_approval"
  | "running"
  | "completed"
  | "failed"
  | "denied";

export interface ToolCallPart {
  readonly kind: "tool";
  readonly part: number;
  readonly toolName: string;
  readonly state: ToolCallState;
  /** Bytes of arguments written so far; only while drafted. */
  readonly argsBytes?: number;
  /** Absent only while drafted. */
  readonly toolCallId?: string;
  readonly args?: unknown;
  readonly effect?: ToolEffect;
  readonly policy?: ToolPolicy;
  readonly requestedAt?: string;
  readonly startedAt?: string;
  readonly approval?: Approval;
  readonly progress?: { readonly message: string; readonly fraction?: number };
  readonly result?: ToolResult;
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly reason?: ToolDenialReason;
  readonly durationMs?: number;
  /** Name of the skill that this call asked for, and whether it was loaded. */
  readonly skill?: { readonly name: string; readonly loaded: boolean };
  readonly artifact?: Artifact;
}

export type MessagePart = TextPart | ToolCallPart;

/** How a run ended, on its last assistant message. */
export interface RunEnd {
  readonly status: "completed" | "failed" | "cancelled";
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly reason?: string;
  readonly retryable?: boolean;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly messageId: string;
  readonly runId: string;
  readonly createdAt: string;
  readonly turn: number;
  /** In order of `part`. */
  readonly parts: readonly MessagePart[];
  /** Absent while the model writes. */
  readonly stopReason?: StopReason;
  /** Only on the last message of a run that is over. A run that ends without one gets an empty message here. */
  readonly end?: RunEnd;
}

export type Message = UserMessage | AssistantMessage;

export interface SkillUse {
  readonly name: string;
  readonly toolCallId: string;
  readonly status: "requested" | "loaded";
  readonly characters?: number;
}

export interface LabCollection {
  readonly collection: string;
  readonly entries: readonly { readonly id: string; readonly value: unknown }[];
}

export interface SessionTotals {
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly runs: number;
  readonly turns: number;
  readonly toolCalls: number;
}

/** A retry that is being waited for. */
export interface RetryNotice {
  readonly attempt: number;
  readonly delayMs: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: string;
}

export interface SessionState {
  /** The sequence of the last event that was folded; 0 before the first. */
  readonly sequence: number;
  readonly sessionId: string;
  readonly labId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: SessionStatus;
  readonly trust: boolean;
  readonly closed: "deleted" | "shutdown" | null;
  readonly model: RedactedConnection | null;
  /** Finished messages, oldest first; these objects never change again. */
  readonly messages: readonly Message[];
  /** The turn in progress: the last assistant message of the active run until the next model call or the end. */
  readonly open: AssistantMessage | null;
  /** The run that is active now. */
  readonly activeRunId: string | null;
  readonly retry: RetryNotice | null;
  readonly runs: readonly Run[];
  readonly approvals: readonly Approval[];
  readonly skills: readonly SkillUse[];
  readonly attachments: readonly Attachment[];
  readonly artifacts: readonly Artifact[];
  readonly collections: readonly LabCollection[];
  readonly totals: SessionTotals;
}
