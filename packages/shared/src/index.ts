export { ActorSchema, type Actor } from "./actor.ts";
export {
  ApprovalSchema,
  ApprovalStatusSchema,
  ApproveInputSchema,
  DenyInputSchema,
  type Approval,
  type ApprovalStatus,
  type ApproveInput,
  type DenyInput,
  ToolChangeSchema,
  type ToolChange,
} from "./approval.ts";
export {
  ArtifactSchema,
  AttachmentSchema,
  ImageAttachmentSchema,
  type Artifact,
  type Attachment,
  type ImageAttachment,
} from "./attachment.ts";
export {
  BASE_URL_LISTING_TEXT,
  BASE_URL_REASON_TEXTS,
  BaseUrlReasonSchema,
  BaseUrlRefusalDetailsSchema,
  baseUrlRefusalText,
  type BaseUrlReason,
  type BaseUrlRefusalDetails,
} from "./base-url-refusal.ts";
export {
  API_ERROR_STATUS,
  ApiErrorCodeSchema,
  ApiErrorSchema,
  ErrorCodeSchema,
  EVENT_ONLY_CODES,
  createApiError,
  statusOf,
  type ApiError,
  type ApiErrorCode,
  type ErrorCode,
  type EventOnlyCode,
} from "./errors.ts";
export {
  ChannelSchema,
  EVENT_PAYLOADS,
  EVENT_TYPES,
  HarnessEventSchema,
  StopReasonSchema,
  isEffectEvent,
  isRunEnd,
  type Channel,
  type EventInput,
  type EventInputOf,
  type EventOf,
  type EventPayload,
  type EventType,
  type HarnessEvent,
  type StopReason,
} from "./event.ts";
export { linkEvents, type EventLinks } from "./event-links.ts";
export { fold, type Folded, type Gap } from "./fold.ts";
export {
  RETRY_FRAME,
  encodeComment,
  encodeEventFrame,
  encodeSignalFrame,
} from "./frame.ts";
export {
  createFrameDecoder,
  type FrameDecoder,
  type SseFrame,
} from "./frame-decoder.ts";
export {
  ApprovalIdSchema,
  AttachmentIdSchema,
  ClientMessageIdSchema,
  EventIdSchema,
  MessageIdSchema,
  ModelCallIdSchema,
  RequestIdSchema,
  RunIdSchema,
  SessionIdSchema,
  TabSchema,
  TimestampSchema,
  ToolCallIdSchema,
  ViewerIdSchema,
} from "./identifiers.ts";
export { createInitialState } from "./initial-state.ts";
export {
  JsonObjectSchema,
  JsonValueSchema,
  TruncatedSchema,
  type JsonObject,
  type JsonValue,
  type Truncated,
} from "./json-value.ts";
export {
  ArgumentIssueSchema,
  ArgumentIssuesSchema,
  type ArgumentIssue,
} from "./argument-issue.ts";
export {
  LabSummarySchema,
  SkillDiagnosticSchema,
  SkillSummarySchema,
  type LabSummary,
  type SkillDiagnostic,
  type SkillSummary,
} from "./lab.ts";
export {
  LOCALES,
  LocalizedTextSchema,
  type Locale,
  type LocalizedText,
} from "./localized-text.ts";
export {
  choiceOf,
  ModelApiSchema,
  ModelConnectionInputSchema,
  ModelPresetSchema,
  ModelRefSchema,
  ModelTestResultSchema,
  PricesSchema,
  RedactedConnectionSchema,
  type ModelApi,
  type ModelChoice,
  type ModelConnectionInput,
  type ModelPreset,
  type ModelRef,
  type ModelTestResult,
  type RedactedConnection,
} from "./model-connection.ts";
export { reduce } from "./reduce.ts";
export {
  CreateViewerInputSchema,
  ViewerResponseSchema,
  SessionResponseSchema,
  SendMessageResponseSchema,
  ApprovalResponseSchema,
  ApprovalsResponseSchema,
  SnapshotResponseSchema,
  ActionInputSchema,
} from "./route-bodies.ts";
export type { RouteContract, SuccessContract } from "./route-contract.ts";
export { ROUTES, type RouteName } from "./routes.ts";
export {
  CancelReasonSchema,
  RunSchema,
  RunStatusSchema,
  StepSchema,
  type CancelReason,
  type Run,
  type RunStatus,
  type Step,
} from "./run.ts";
export {
  CreateSessionInputSchema,
  MESSAGE_ATTACHMENT_LIMIT,
  MESSAGE_TEXT_LIMIT,
  MessageInputSchema,
  SessionStatusSchema,
  SessionSummarySchema,
  UpdateSessionInputSchema,
  type CreateSessionInput,
  type MessageInput,
  type SessionStatus,
  type SessionSummary,
  type UpdateSessionInput,
} from "./session.ts";
export { summaryOf } from "./session-summary.ts";
export type {
  AssistantMessage,
  LabCollection,
  Message,
  MessagePart,
  RetryNotice,
  RunEnd,
  SessionState,
  SessionTotals,
  SkillUse,
  TextPart,
  ToolCallPart,
  ToolCallState,
  UserMessage,
} from "./state.ts";
export {
  StreamPausedSchema,
  StreamResetSchema,
  type StreamReset,
} from "./stream-signal.ts";
export {
  RiskSchema,
  ToolDenialReasonSchema,
  ToolEffectSchema,
  ToolPolicySchema,
  ToolResultSchema,
  ToolViewSchema,
  type Risk,
  type ToolDenialReason,
  type ToolEffect,
  type ToolPolicy,
  type ToolResult,
  type ToolView,
} from "./tool.ts";
export {
  TIMELINE_LIMIT,
  continuesRow,
  createInitialTimeline,
  foldTimeline,
  selectTimelineRows,
  type TimelineRow,
  type TimelineState,
} from "./timeline.ts";
export { subjectOf, type TimelineSubject } from "./timeline-subject.ts";
export {
  createInitialTrace,
  foldTrace,
  reduceTrace,
  selectRun,
  type TraceState,
} from "./trace.ts";
export type { RunTrace } from "./trace-run.ts";
export {
  CostUsdSchema,
  NO_USAGE,
  UsageSchema,
  addCost,
  addUsage,
  type Usage,
} from "./usage.ts";
export { LOG_INVARIANTS, verifyLog, type LogBreach } from "./verify-log.ts";
export type { Breach, Invariant } from "./invariants/invariant.ts";
