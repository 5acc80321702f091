/** Route contracts: what the server implements, the browser calls and the OpenAPI document describes. */
import * as z from "zod";
import {
  ApprovalSchema,
  ApprovalStatusSchema,
  ApproveInputSchema,
  DenyInputSchema,
} from "./approval.ts";
import { ArtifactSchema, AttachmentSchema } from "./attachment.ts";
import {
  MessageIdSchema,
  RunIdSchema,
  SessionIdSchema,
  TabSchema,
  TimestampSchema,
  ViewerIdSchema,
} from "./identifiers.ts";
import {
  LabSummarySchema,
  SkillDiagnosticSchema,
  SkillSummarySchema,
} from "./lab.ts";
import {
  ModelConnectionInputSchema,
  ModelPresetSchema,
  ModelTestResultSchema,
  RedactedConnectionSchema,
} from "./model-connection.ts";
import { RunSchema, StepSchema } from "./run.ts";
import {
  CreateSessionInputSchema,
  MessageInputSchema,
  SessionSummarySchema,
  UpdateSessionInputSchema,
} from "./session.ts";

/** What a success answer carries: JSON by schema, nothing, or bytes of a media type. */
export type SuccessContract =
  z.ZodType | "empty" | { readonly mediaType: string };

export interface RouteContract {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Whether the viewer's cookie is needed. */
  readonly viewer: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** `multipart` routes take exactly one file part. */
  readonly multipart?: true;
  readonly success: Readonly<Record<number, SuccessContract>>;
}

const session = z.object({ sessionId: z.string() });
const run = session.extend({ runId: z.string() });
const approval = session.extend({ approvalId: z.string() });
const attachment = session.extend({ attachmentId: z.string() });
const named = session.extend({ name: z.string() });
const noBody = z.strictObject({});
const decimal = /^(0|[1-9][0-9]{0,15})$/;

export const CreateViewerInputSchema = z.strictObject({
  accessCode: z.string().max(1024).optional(),
  linkCode: z.string().max(1024).optional(),
});
export const ViewerResponseSchema = z.strictObject({
  viewerId: ViewerIdSchema,
});
export const SessionResponseSchema = z.strictObject({
  session: SessionSummarySchema,
});
export const SendMessageResponseSchema = z.strictObject({
  runId: RunIdSchema,
  messageId: MessageIdSchema,
});
export const ApprovalResponseSchema = z.strictObject({
  approval: ApprovalSchema,
});
export const ApprovalsResponseSchema = z.strictObject({
  approvals: z.array(ApprovalSchema),
});
export const SnapshotResponseSchema = z.strictObject({
  sequence: z.int().nonnegative(),
  state: z.unknown(),
});
export const ActionInputSchema = z.strictObject({
  input: z.unknown().optional(),
});

const approvalsQuery = z.strictObject({
  status: ApprovalStatusSchema.optional(),
});
const labQuery = z.strictObject({ labId: z.string().max(64).optional() });

export const ROUTES = {
  health: {
    method: "GET",
    path: "/api/health",
    summary: "Whether the page can be served",
    viewer: false,
    success: {
      200: z.strictObject({
        status: z.literal("ok"),
        version: z.string(),
        uptimeMs: z.int().nonnegative(),
      }),
    },
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "The OpenAPI 3.1 document of all of this",
    viewer: false,
    success: { 200: z.unknown() },
  },
  createViewer: {
    method: "POST",
    path: "/api/viewer",
    summary: "Become a viewer, or learn which one the cookie names",
    viewer: false,
    body: CreateViewerInputSchema,
    success: { 200: ViewerResponseSchema, 201: ViewerResponseSchema },
  },
  createViewerLink: {
    method: "POST",
    path: "/api/viewer/links",
    summary: "A code that makes a second browser the same viewer",
    viewer: true,
    body: noBody,
    success: {
      201: z.strictObject({ code: z.string(), expiresAt: TimestampSchema }),
    },
  },
  listLabs: {
    method: "GET",
    path: "/api/labs",
    summary: "The labs, their tools and actions",
    viewer: true,
    success: { 200: z.strictObject({ labs: z.array(LabSummarySchema) }) },
  },
  listSkills: {
    method: "GET",
    path: "/api/skills",
    summary: "The skills of a lab, without their bodies",
    viewer: true,
    query: labQuery,
    success: {
      200: z.strictObject({
        skills: z.array(SkillSummarySchema),
        diagnostics: z.array(SkillDiagnosticSchema),
      }),
    },
  },
  listModelPresets: {
    method: "GET",
    path: "/api/model-presets",
    summary: "Models that can be chosen with one click",
    viewer: true,
    success: { 200: z.strictObject({ presets: z.array(ModelPresetSchema) }) },
  },
  createSession: {
    method: "POST",
    path: "/api/sessions",
    summary: "Start a session",
    viewer: true,
    body: CreateSessionInputSchema,
    success: { 201: SessionResponseSchema },
  },
  listSessions: {
    method: "GET",
    path: "/api/sessions",
    summary: "The viewer's own sessions, newest first",
    viewer: true,
    query: z.strictObject({
      limit: z.string().regex(decimal, "must be a whole number").optional(),
      before: SessionIdSchema.optional(),
    }),
    success: {
      200: z.strictObject({ sessions: z.array(SessionSummarySchema) }),
    },
  },
  getSession: {
    method: "GET",
    path: "/api/sessions/:sessionId",
    summary: "One session",
    viewer: true,
    params: session,
    success: { 200: SessionResponseSchema },
  },
  updateSession: {
    method: "PATCH",
    path: "/api/sessions/:sessionId",
    summary: "Rename a session or switch its trust",
    viewer: true,
    params: session,
    body: UpdateSessionInputSchema,
    success: { 200: SessionResponseSchema },
  },
  deleteSession: {
    method: "DELETE",
    path: "/api/sessions/:sessionId",
    summary: "Delete a session and everything of it",
    viewer: true,
    params: session,
    success: { 204: "empty" },
  },
  getSnapshot: {
    method: "GET",
    path: "/api/sessions/:sessionId/snapshot",
    summary: "The fold of every event up to a sequence",
    viewer: true,
    params: session,
    success: { 200: SnapshotResponseSchema },
  },
  streamEvents: {
    method: "GET",
    path: "/api/sessions/:sessionId/events",
    summary: "The event stream",
    viewer: true,
    params: session,
    query: z.strictObject({
      afterSequence: z
        .string()
        .regex(decimal, "must be a whole number")
        .optional(),
      tab: TabSchema.optional(),
    }),
    success: { 200: { mediaType: "text/event-stream" } },
  },
  downloadEvents: {
    method: "GET",
    path: "/api/sessions/:sessionId/events.jsonl",
    summary: "The retained events, one a line",
    viewer: true,
    params: session,
    success: { 200: { mediaType: "application/jsonl" } },
  },
  sendMessage: {
    method: "POST",
    path: "/api/sessions/:sessionId/messages",
    summary: "Send a message and start a run",
    viewer: true,
    params: session,
    body: MessageInputSchema,
    success: { 202: SendMessageResponseSchema },
  },
  listRuns: {
    method: "GET",
    path: "/api/sessions/:sessionId/runs",
    summary: "The runs of a session",
    viewer: true,
    params: session,
    success: { 200: z.strictObject({ runs: z.array(RunSchema) }) },
  },
  getRun: {
    method: "GET",
    path: "/api/sessions/:sessionId/runs/:runId",
    summary: "One run with its steps",
    viewer: true,
    params: run,
    success: {
      200: z.strictObject({ run: RunSchema, steps: z.array(StepSchema) }),
    },
  },
  cancelRun: {
    method: "POST",
    path: "/api/sessions/:sessionId/runs/:runId/cancel",
    summary: "Stop a run",
    viewer: true,
    params: run,
    body: noBody,
    success: {
      200: z.strictObject({ run: RunSchema }),
      202: z.strictObject({ run: RunSchema }),
    },
  },
  listAllApprovals: {
    method: "GET",
    path: "/api/approvals",
    summary: "All approvals of the viewer",
    viewer: true,
    query: approvalsQuery,
    success: { 200: ApprovalsResponseSchema },
  },
  listApprovals: {
    method: "GET",
    path: "/api/sessions/:sessionId/approvals",
    summary: "The approvals of a session",
    viewer: true,
    params: session,
    query: approvalsQuery,
    success: { 200: ApprovalsResponseSchema },
  },
  approve: {
    method: "POST",
    path: "/api/sessions/:sessionId/approvals/:approvalId/approve",
    summary: "Approve a call, as asked or edited",
    viewer: true,
    params: approval,
    body: ApproveInputSchema,
    success: { 200: ApprovalResponseSchema },
  },
  deny: {
    method: "POST",
    path: "/api/sessions/:sessionId/approvals/:approvalId/deny",
    summary: "Deny a call",
    viewer: true,
    params: approval,
    body: DenyInputSchema,
    success: { 200: ApprovalResponseSchema },
  },
  setModel: {
    method: "PUT",
    path: "/api/sessions/:sessionId/model-config",
    summary: "Choose the session's model",
    viewer: true,
    params: session,
    body: ModelConnectionInputSchema,
    success: { 200: z.strictObject({ connection: RedactedConnectionSchema }) },
  },
  getModel: {
    method: "GET",
    path: "/api/sessions/:sessionId/model-config",
    summary: "The session's model, without secrets",
    viewer: true,
    params: session,
    success: {
      200: z.strictObject({ connection: RedactedConnectionSchema.nullable() }),
    },
  },
  clearModel: {
    method: "DELETE",
    path: "/api/sessions/:sessionId/model-config",
    summary: "Forget the session's model and key",
    viewer: true,
    params: session,
    success: { 204: "empty" },
  },
  testModel: {
    method: "POST",
    path: "/api/sessions/:sessionId/model-config/test",
    summary: "Try the session's model once",
    viewer: true,
    params: session,
    body: noBody,
    success: { 200: ModelTestResultSchema },
  },
  addAttachment: {
    method: "POST",
    path: "/api/sessions/:sessionId/attachments",
    summary: "Upload one file",
    viewer: true,
    params: session,
    multipart: true,
    success: { 201: z.strictObject({ attachment: AttachmentSchema }) },
  },
  getAttachment: {
    method: "GET",
    path: "/api/sessions/:sessionId/attachments/:attachmentId/content",
    summary: "The normalised bytes",
    viewer: true,
    params: attachment,
    success: { 200: { mediaType: "application/octet-stream" } },
  },
  deleteAttachment: {
    method: "DELETE",
    path: "/api/sessions/:sessionId/attachments/:attachmentId",
    summary: "Remove an attachment",
    viewer: true,
    params: attachment,
    success: { 204: "empty" },
  },
  listArtifacts: {
    method: "GET",
    path: "/api/sessions/:sessionId/artifacts",
    summary: "Files that the agent produced",
    viewer: true,
    params: session,
    success: { 200: z.strictObject({ artifacts: z.array(ArtifactSchema) }) },
  },
  getArtifact: {
    method: "GET",
    path: "/api/sessions/:sessionId/artifacts/:name",
    summary: "The bytes of an artifact",
    viewer: true,
    params: named,
    success: { 200: { mediaType: "application/octet-stream" } },
  },
  runAction: {
    method: "POST",
    path: "/api/sessions/:sessionId/actions/:name",
    summary: "Run an action of the session's lab",
    viewer: true,
    params: named,
    body: ActionInputSchema,
    success: { 200: z.strictObject({ result: z.unknown() }) },
  },
  metrics: {
    method: "GET",
    path: "/api/metrics",
    summary: "Loop lag, open streams, events a second, store queue",
    viewer: true,
    success: {
      200: z.strictObject({
        loopLagMs: z.number().nonnegative(),
        openStreams: z.int().nonnegative(),
        eventsPerSecond: z.number().nonnegative(),
        storeQueue: z.int().nonnegative(),
        sessions: z.int().nonnegative(),
      }),
    },
  },
} as const satisfies Record<string, RouteContract>;

export type RouteName = keyof typeof ROUTES;

/** `stream.reset`: the cursor is unknown or no longer retained; take the snapshot and come back. */
export const StreamResetSchema = z.object({
  reason: z.enum(["gap", "unknown_cursor"]),
  oldestSequence: z.int().nonnegative(),
  latestSequence: z.int().nonnegative(),
});
export type StreamReset = z.infer<typeof StreamResetSchema>;

/** `stream.paused`: a newer tab of the same viewer took this one's place. */
export const StreamPausedSchema = z.object({
  reason: z.literal("too_many_tabs"),
});
