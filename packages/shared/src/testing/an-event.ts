import type { Approval } from "../approval.ts";
import type { Artifact, Attachment } from "../attachment.ts";
import type { EventOf, EventPayload, EventType } from "../event.ts";
import type { ModelRef, RedactedConnection } from "../model-connection.ts";
import { NO_USAGE } from "../usage.ts";

const TIME = "2026-01-01T12:00:00.000Z";
const ID = "0000000000000000";
const MODEL: ModelRef = { providerId: "demo", modelId: "demo" };
const CALL = { toolCallId: `call_${ID}`, toolName: "read" };
const TOTALS = { usage: NO_USAGE, costUsd: 0, durationMs: 1, turns: 1 };

/** A pending approval of one call, with whatever a test wants to be different. */
export function anApproval(overrides: Partial<Approval> = {}): Approval {
  return {
    approvalId: `ap_${ID}`,
    sessionId: `ses_${ID}`,
    runId: `run_${ID}`,
    toolCallId: CALL.toolCallId,
    toolName: "save_report_draft",
    policy: "ask",
    args: { body: "text" },
    argsDigest: "0".repeat(64),
    summary: { "zh-CN": "保存", en: "Save" },
    risk: "medium",
    requestedAt: TIME,
    expiresAt: "2026-01-01T12:05:00.000Z",
    status: "pending",
    ...overrides,
  };
}

/** A ready image, with whatever a test wants to be different. */
export function anAttachment(overrides: Partial<Attachment> = {}): Attachment {
  return {
    attachmentId: `att_${ID}`,
    kind: "image",
    name: "chart.png",
    mediaType: "image/png",
    sizeBytes: 100,
    status: "ready",
    createdAt: TIME,
    ...overrides,
  };
}

/** A saved report, with whatever a test wants to be different. */
export function anArtifact(overrides: Partial<Artifact> = {}): Artifact {
  return {
    name: "report.md",
    mediaType: "text/markdown",
    sizeBytes: 10,
    updatedAt: TIME,
    ...overrides,
  };
}

/** The demo model as a session shows it, with whatever a test wants to be different. */
export function aConnection(
  overrides: Partial<RedactedConnection> = {},
): RedactedConnection {
  return {
    presetId: "demo",
    providerId: "demo",
    api: "demo",
    modelId: "demo",
    supportsImages: true,
    hasKey: false,
    keyHint: null,
    configuredAt: TIME,
    ...overrides,
  };
}

/** A valid payload of every type, saying as little as it can. */
export const PAYLOADS: { readonly [T in EventType]: EventPayload<T> } = {
  "session.started": { labId: "ads-report", title: "A session" },
  "session.resumed": { reason: "restart" },
  "session.updated": { title: "Another title" },
  "session.closed": { reason: "shutdown" },
  "model.configured": { connection: aConnection() },
  "model.cleared": {},
  "attachment.added": { attachment: anAttachment() },
  "attachment.updated": { attachment: anAttachment() },
  "attachment.rejected": { name: "notes.exe", code: "UNSUPPORTED_MEDIA_TYPE" },
  "attachment.removed": { attachmentId: `att_${ID}` },
  "run.started": { messageId: `msg_${ID}`, model: MODEL },
  "user.message": { messageId: `msg_${ID}`, text: "Hello", attachments: [] },
  "model.requested": { callId: `mdl_${ID}`, turn: 1 },
  "model.responded": {
    callId: `mdl_${ID}`,
    turn: 1,
    model: MODEL,
    stopReason: "stop",
    usage: NO_USAGE,
    costUsd: 0,
    firstTokenMs: 1,
    durationMs: 1,
  },
  "run.retrying": {
    attempt: 1,
    delayMs: 1,
    code: "PROVIDER_UNAVAILABLE",
    message: "The model did not answer.",
  },
  "run.resumed": { reason: "restart" },
  "assistant.started": { messageId: `msg_${ID}1` },
  "assistant.delta": {
    messageId: `msg_${ID}1`,
    part: 0,
    delta: "Hi",
    channel: "text",
  },
  "assistant.completed": {
    messageId: `msg_${ID}1`,
    text: "Hi",
    stopReason: "stop",
  },
  "tool.drafted": {
    messageId: `msg_${ID}1`,
    part: 1,
    toolName: "read",
    argsBytes: 1,
  },
  "tool.requested": {
    ...CALL,
    messageId: `msg_${ID}1`,
    part: 1,
    args: {},
    effect: "read",
    policy: "allow",
  },
  "tool.started": CALL,
  "tool.progressed": { ...CALL, message: "Reading" },
  "tool.completed": { ...CALL, result: { text: "done" }, durationMs: 1 },
  "tool.failed": {
    ...CALL,
    code: "TOOL_FAILED",
    message: "It failed.",
    durationMs: 1,
  },
  "tool.denied": { ...CALL, code: "TOOL_DENIED", reason: "policy" },
  "approval.required": { approval: anApproval() },
  "approval.resolved": {
    approvalId: `ap_${ID}`,
    toolCallId: CALL.toolCallId,
    status: "approved",
  },
  "skill.requested": { name: "ads-analysis", toolCallId: CALL.toolCallId },
  "skill.loaded": {
    name: "ads-analysis",
    toolCallId: CALL.toolCallId,
    characters: 10,
  },
  "artifact.saved": { artifact: anArtifact(), toolCallId: CALL.toolCallId },
  "lab.updated": {
    collection: "notes",
    id: "1",
    value: {},
    cause: { action: "apply" },
  },
  "run.completed": TOTALS,
  "run.failed": {
    ...TOTALS,
    code: "PROVIDER_AUTH",
    message: "The key was refused.",
    retryable: false,
  },
  "run.cancelled": { ...TOTALS, reason: "user" },
};

export interface AnEventOptions<T extends EventType> {
  readonly type: T;
  /** 1 by default; the id follows it. */
  readonly sequence?: number;
  readonly sessionId?: string;
  readonly timestamp?: string;
  readonly runId?: string;
  readonly actor?: EventOf<T>["actor"];
  /** Replaces fields of a payload that is valid already. */
  readonly payload?: Partial<EventPayload<T>>;
}

/** A valid event of a type, with whatever a test wants to be different. */
export function anEvent<T extends EventType>(
  options: AnEventOptions<T>,
): EventOf<T> {
  const {
    type,
    sequence = 1,
    sessionId = `ses_${ID}`,
    timestamp = TIME,
    runId,
    actor,
  } = options;
  const event = {
    eventId: `evt_${"A".repeat(22)}_${sequence}`,
    sessionId,
    sequence,
    timestamp,
    ...(runId === undefined ? {} : { runId }),
    ...(actor === undefined ? {} : { actor }),
    type,
    payload: { ...PAYLOADS[type], ...options.payload },
  };
  // The compiler can't see that type and payload belong together; the signature makes sure.
  return event as unknown as EventOf<T>;
}
