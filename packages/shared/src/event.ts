/**
 * The event: an immutable, numbered fact of a session. Types read noun, then what happened.
 * Readers take unknown fields and unknown types as harmless; writers use `EventInput`.
 */
import * as z from "zod";
import { ActorSchema } from "./actor.ts";
import {
  ApprovalSchema,
  ApprovalStatusSchema,
  ToolChangeSchema,
} from "./approval.ts";
import { ArtifactSchema, AttachmentSchema } from "./attachment.ts";
import { ErrorCodeSchema } from "./errors.ts";
import {
  ApprovalIdSchema,
  AttachmentIdSchema,
  EventIdSchema,
  MessageIdSchema,
  ModelCallIdSchema,
  RequestIdSchema,
  RunIdSchema,
  SessionIdSchema,
  TimestampSchema,
  ToolCallIdSchema,
} from "./identifiers.ts";
import {
  ModelRefSchema,
  RedactedConnectionSchema,
} from "./model-connection.ts";
import { CancelReasonSchema } from "./run.ts";
import {
  ToolDenialReasonSchema,
  ToolEffectSchema,
  ToolPolicySchema,
  ToolResultSchema,
} from "./tool.ts";
import { CostUsdSchema, UsageSchema } from "./usage.ts";

const milliseconds = z.int().nonnegative();
const part = z.int().nonnegative();

export const StopReasonSchema = z.enum([
  "stop",
  "length",
  "tool_use",
  "error",
  "aborted",
]);
export type StopReason = z.infer<typeof StopReasonSchema>;

export const ChannelSchema = z.enum(["text", "reasoning"]);
export type Channel = z.infer<typeof ChannelSchema>;

const runTotals = {
  usage: UsageSchema,
  costUsd: CostUsdSchema,
  durationMs: milliseconds,
  turns: z.int().nonnegative(),
};
const toolCall = { toolCallId: ToolCallIdSchema, toolName: z.string() };

/** The payload of every event type: the one list that everything else is derived from. */
export const EVENT_PAYLOADS = {
  "session.started": z.object({ labId: z.string(), title: z.string() }),
  "session.resumed": z.object({ reason: z.literal("restart") }),
  "session.updated": z.object({
    title: z.string().optional(),
    trust: z.boolean().optional(),
  }),
  "session.closed": z.object({ reason: z.enum(["deleted", "shutdown"]) }),

  "model.configured": z.object({ connection: RedactedConnectionSchema }),
  "model.cleared": z.object({}),

  "attachment.added": z.object({ attachment: AttachmentSchema }),
  "attachment.updated": z.object({ attachment: AttachmentSchema }),
  "attachment.rejected": z.object({ name: z.string(), code: ErrorCodeSchema }),
  "attachment.removed": z.object({ attachmentId: AttachmentIdSchema }),

  "run.started": z.object({
    messageId: MessageIdSchema,
    model: ModelRefSchema,
    requestId: RequestIdSchema.optional(),
  }),
  "user.message": z.object({
    messageId: MessageIdSchema,
    text: z.string(),
    attachments: z.array(AttachmentSchema),
    clientMessageId: z.string().optional(),
  }),

  "model.requested": z.object({
    callId: ModelCallIdSchema,
    turn: z.int().positive(),
  }),
  "model.responded": z.object({
    callId: ModelCallIdSchema,
    turn: z.int().positive(),
    model: ModelRefSchema,
    stopReason: StopReasonSchema,
    usage: UsageSchema,
    costUsd: CostUsdSchema,
    firstTokenMs: milliseconds.nullable(),
    durationMs: milliseconds,
  }),

  "run.retrying": z.object({
    attempt: z.int().positive(),
    delayMs: milliseconds,
    code: ErrorCodeSchema,
    message: z.string(),
  }),
  "run.resumed": z.object({ reason: z.literal("restart") }),

  "assistant.started": z.object({ messageId: MessageIdSchema }),
  "assistant.delta": z.object({
    messageId: MessageIdSchema,
    part,
    delta: z.string(),
    channel: ChannelSchema,
  }),
  "assistant.completed": z.object({
    messageId: MessageIdSchema,
    text: z.string(),
    reasoning: z.string().optional(),
    stopReason: StopReasonSchema,
  }),

  "tool.drafted": z.object({
    messageId: MessageIdSchema,
    part,
    toolName: z.string(),
    argsBytes: z.int().nonnegative(),
  }),
  "tool.requested": z.object({
    ...toolCall,
    messageId: MessageIdSchema,
    part,
    args: z.unknown(),
    effect: ToolEffectSchema,
    policy: ToolPolicySchema,
  }),
  "tool.started": z.object(toolCall),
  "tool.progressed": z.object({
    ...toolCall,
    message: z.string(),
    fraction: z.number().min(0).max(1).optional(),
  }),
  "tool.completed": z.object({
    ...toolCall,
    result: ToolResultSchema,
    durationMs: milliseconds,
  }),
  "tool.failed": z.object({
    ...toolCall,
    code: ErrorCodeSchema,
    message: z.string(),
    durationMs: milliseconds,
  }),
  "tool.denied": z.object({
    ...toolCall,
    code: ErrorCodeSchema,
    reason: ToolDenialReasonSchema,
  }),

  "approval.required": z.object({ approval: ApprovalSchema }),
  "approval.resolved": z.object({
    approvalId: ApprovalIdSchema,
    toolCallId: ToolCallIdSchema,
    status: ApprovalStatusSchema.exclude(["pending"]),
    reason: z.string().optional(),
    editedArgs: z.unknown().optional(),
    toolChange: ToolChangeSchema.optional(),
  }),

  "skill.requested": z.object({
    name: z.string(),
    toolCallId: ToolCallIdSchema,
  }),
  "skill.loaded": z.object({
    name: z.string(),
    toolCallId: ToolCallIdSchema,
    characters: z.int().nonnegative(),
  }),

  "artifact.saved": z.object({
    artifact: ArtifactSchema,
    toolCallId: ToolCallIdSchema,
  }),
  "lab.updated": z.object({
    collection: z.string(),
    id: z.string(),
    value: z.unknown(),
    cause: z.union([
      z.object({ toolCallId: ToolCallIdSchema }),
      z.object({ action: z.string() }),
    ]),
  }),

  "run.completed": z.object({
    messageId: MessageIdSchema.optional(),
    ...runTotals,
  }),
  "run.failed": z.object({
    code: ErrorCodeSchema,
    message: z.string(),
    retryable: z.boolean(),
    ...runTotals,
  }),
  "run.cancelled": z.object({ reason: CancelReasonSchema, ...runTotals }),
} as const;

type Payloads = typeof EVENT_PAYLOADS;
export type EventType = keyof Payloads;
export type EventPayload<T extends EventType> = z.infer<Payloads[T]>;

export const EVENT_TYPES = Object.keys(EVENT_PAYLOADS) as readonly EventType[];

const envelope = {
  eventId: EventIdSchema,
  sessionId: SessionIdSchema,
  sequence: z.int().positive(),
  timestamp: TimestampSchema,
  runId: RunIdSchema.optional(),
  actor: ActorSchema.optional(),
};

type EventSchemaOf<T extends EventType> = z.ZodObject<
  typeof envelope & { type: z.ZodLiteral<T>; payload: Payloads[T] }
>;
type EventSchemas = { [T in EventType]: EventSchemaOf<T> }[EventType];

const eventSchemas = EVENT_TYPES.map((type) =>
  z.object({
    ...envelope,
    type: z.literal(type),
    payload: EVENT_PAYLOADS[type],
  }),
) as unknown as [EventSchemas, ...EventSchemas[]];

/** Any event, discriminated by `type`. */
export const HarnessEventSchema = z.discriminatedUnion("type", eventSchemas);

interface Envelope {
  readonly eventId: string;
  readonly sessionId: string;
  /** Starts at 1 and grows by exactly 1 per session. */
  readonly sequence: number;
  readonly timestamp: string;
  /** On everything that a run causes. */
  readonly runId?: string | undefined;
  /** On what someone caused. */
  readonly actor?: z.infer<typeof ActorSchema> | undefined;
}

/** One event of a type. */
export type EventOf<T extends EventType> = T extends EventType
  ? Envelope & { readonly type: T; readonly payload: EventPayload<T> }
  : never;
export type HarnessEvent = EventOf<EventType>;

/** What a writer appends; the log adds id, session, sequence and time. */
export type EventInputOf<T extends EventType> = T extends EventType
  ? Pick<Envelope, "runId" | "actor"> & {
      readonly type: T;
      readonly payload: EventPayload<T>;
    }
  : never;
export type EventInput = EventInputOf<EventType>;

const RUN_END_TYPES: ReadonlySet<string> = new Set<EventType>([
  "run.completed",
  "run.failed",
  "run.cancelled",
]);

/** Whether an event is the one terminal event of its run. */
export function isRunEnd(event: { readonly type: string }): boolean {
  return RUN_END_TYPES.has(event.type);
}

const ORDINARY_TYPES: ReadonlySet<string> = new Set<EventType>([
  "model.requested",
  "model.responded",
  "assistant.started",
  "assistant.delta",
  "assistant.completed",
  "model.cleared",
  "tool.drafted",
  "tool.requested",
  "tool.progressed",
  "skill.requested",
  "skill.loaded",
]);

/** Whether an event must survive the machine (fsync) and not only the process. */
export function isEffectEvent(event: { readonly type: string }): boolean {
  return !ORDINARY_TYPES.has(event.type);
}
