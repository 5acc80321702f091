/** A log of events as a server would have written it, for the gallery of states. */
import type {
  ApprovalStatus,
  EventInput,
  HarnessEvent,
  RedactedConnection,
  ToolChange,
} from "@agent-studio/shared";

export const SESSION_ID = "ses_gallery000000001";
export const RUN_ID = "run_gallery000000001";
const OPENING = "galleryofstates0000000";

export type LogPart = readonly EventInput[];

/** The parts one after the other, a second apart, the last of them now. */
export function logOf(...parts: readonly LogPart[]): readonly HarnessEvent[] {
  const inputs = parts.flat();
  const begin = Date.now() - inputs.length * 1000;
  return inputs.map((input, index) => ({
    ...input,
    eventId: `evt_${OPENING}_${index + 1}`,
    sessionId: SESSION_ID,
    sequence: index + 1,
    timestamp: new Date(begin + index * 1000).toISOString(),
  }));
}

/** An identifier with a prefix, always the same for the same number. */
export function id(prefix: string, number: number): string {
  return `${prefix}_gallery0000${String(number).padStart(6, "0")}`;
}

export const DEMO_MODEL = { providerId: "demo", modelId: "demo" };
export const NO_USAGE = {
  inputTokens: 1280,
  outputTokens: 240,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};
const TOTALS = { usage: NO_USAGE, costUsd: 0, durationMs: 4200, turns: 1 };

export const DEMO_CONNECTION: RedactedConnection = {
  presetId: "demo",
  providerId: "demo",
  api: "demo",
  modelId: "demo",
  supportsImages: true,
  hasKey: false,
  keyHint: null,
  configuredAt: "2026-01-05T08:00:00.000Z",
};

export function started(title: string): LogPart {
  return [{ type: "session.started", payload: { labId: "ads-report", title } }];
}

export function configured(
  connection: RedactedConnection = DEMO_CONNECTION,
): LogPart {
  return [{ type: "model.configured", payload: { connection } }];
}

/** A person's message, and the run that it starts. */
export function asked(text: string): LogPart {
  const messageId = id("msg", 1);
  return [
    {
      type: "run.started",
      runId: RUN_ID,
      actor: { kind: "viewer" },
      payload: { messageId, model: DEMO_MODEL },
    },
    {
      type: "user.message",
      runId: RUN_ID,
      actor: { kind: "viewer" },
      payload: { messageId, text, attachments: [] },
    },
    {
      type: "model.requested",
      runId: RUN_ID,
      payload: { callId: id("mdl", 1), turn: 1 },
    },
  ];
}

/** What the agent writes, still going on. */
export function writing(text: string, number = 2): LogPart {
  const messageId = id("msg", number);
  return [
    { type: "assistant.started", runId: RUN_ID, payload: { messageId } },
    {
      type: "assistant.delta",
      runId: RUN_ID,
      payload: { messageId, part: 0, delta: text, channel: "text" },
    },
  ];
}

/** What the agent wrote, finished; then the model call ends. */
export function wrote(
  text: string,
  stopReason: "stop" | "tool_use" | "error" = "stop",
  number = 2,
): LogPart {
  return [
    ...writing(text, number),
    {
      type: "assistant.completed",
      runId: RUN_ID,
      payload: { messageId: id("msg", number), text, stopReason },
    },
    {
      type: "model.responded",
      runId: RUN_ID,
      payload: {
        callId: id("mdl", 1),
        turn: 1,
        model: DEMO_MODEL,
        stopReason,
        usage: NO_USAGE,
        costUsd: 0,
        firstTokenMs: 320,
        durationMs: 1800,
      },
    },
  ];
}

export interface CannedCall {
  readonly toolName: string;
  readonly args: unknown;
  readonly number: number;
  readonly ask?: boolean;
}

export function requested(call: CannedCall): LogPart {
  return [
    {
      type: "tool.requested",
      runId: RUN_ID,
      payload: {
        toolCallId: id("call", call.number),
        messageId: id("msg", 2),
        part: call.number,
        toolName: call.toolName,
        args: call.args,
        effect: call.ask === true ? "write" : "read",
        policy: call.ask === true ? "ask" : "allow",
      },
    },
  ];
}

export function begun(call: CannedCall): LogPart {
  const toolCallId = id("call", call.number);
  const { toolName } = call;
  return [
    { type: "tool.started", runId: RUN_ID, payload: { toolCallId, toolName } },
  ];
}

export function completed(call: CannedCall, text: string): LogPart {
  return [
    {
      type: "tool.completed",
      runId: RUN_ID,
      payload: {
        toolCallId: id("call", call.number),
        toolName: call.toolName,
        result: { text },
        durationMs: 84,
      },
    },
  ];
}

export function approvalRequired(
  call: CannedCall,
  summary: { readonly "zh-CN": string; readonly en: string },
): LogPart {
  const now = Date.now();
  return [
    {
      type: "approval.required",
      runId: RUN_ID,
      payload: {
        approval: {
          approvalId: id("ap", call.number),
          sessionId: SESSION_ID,
          runId: RUN_ID,
          toolCallId: id("call", call.number),
          toolName: call.toolName,
          policy: "ask",
          args: call.args,
          argsDigest: "0".repeat(64),
          summary,
          risk: "medium",
          requestedAt: new Date(now).toISOString(),
          expiresAt: new Date(now + 300_000).toISOString(),
          status: "pending",
        },
      },
    },
  ];
}

export function approvalResolved(
  call: CannedCall,
  status: Exclude<ApprovalStatus, "pending">,
  toolChange?: ToolChange,
): LogPart {
  return [
    {
      type: "approval.resolved",
      runId: RUN_ID,
      actor: {
        kind:
          status === "approved" || status === "denied" ? "viewer" : "system",
      },
      payload: {
        approvalId: id("ap", call.number),
        toolCallId: id("call", call.number),
        status,
        ...(toolChange === undefined ? {} : { toolChange }),
      },
    },
  ];
}

export const REPORT = "# demo-account\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n";

/** A file that a call left behind. */
export function saved(call: CannedCall): LogPart {
  const artifact = {
    name: "report.md",
    mediaType: "text/markdown",
    sizeBytes: REPORT.length,
    updatedAt: new Date().toISOString(),
  };
  const toolCallId = id("call", call.number);
  return [
    {
      type: "artifact.saved",
      runId: RUN_ID,
      payload: { artifact, toolCallId },
    },
  ];
}

export const DONE: LogPart = [
  { type: "run.completed", runId: RUN_ID, payload: TOTALS },
];

export const FAILED: LogPart = [
  {
    type: "run.failed",
    runId: RUN_ID,
    payload: {
      code: "PROVIDER_UNAVAILABLE",
      message: "The provider did not answer.",
      retryable: true,
      ...TOTALS,
    },
  },
];

export const CANCELLED: LogPart = [
  {
    type: "run.cancelled",
    runId: RUN_ID,
    actor: { kind: "viewer" },
    payload: { reason: "user", ...TOTALS },
  },
];

export const RETRYING: LogPart = [
  {
    type: "run.retrying",
    runId: RUN_ID,
    payload: {
      attempt: 2,
      delayMs: 4000,
      code: "PROVIDER_RATE_LIMIT",
      message: "The provider asks to wait.",
    },
  },
];

export const SHUTDOWN: LogPart = [
  { type: "session.closed", payload: { reason: "shutdown" } },
];

export const DELETED: LogPart = [
  { type: "session.closed", payload: { reason: "deleted" } },
];
