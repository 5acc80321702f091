/** The harness: sessions, runs, tools, skills and the ports they stand on. Adapters are in `./adapters`. */
export type {
  AgentEvent,
  AgentFailure,
  AgentHost,
  AgentPart,
  AgentSessionFactory,
  AgentSessionOptions,
  AgentSessionPort,
  HistoryEntry,
  ToolReply,
} from "./agent/agent-session.ts";
export {
  type ApprovalBroker,
  type ApprovalOutcome,
} from "./approvals/approval-broker.ts";
export type {
  ColorName,
  ColorShare,
  ImageFacts,
} from "./attachments/image-normalizer.ts";
export type { OpenedAttachment, Upload } from "./attachments/upload.ts";
export {
  EventStoreError,
  type CursorLocation,
  type EventCursor,
  type EventLog,
  type EventReader,
  type EventStore,
  type EventStoreErrorCode,
  type FramePage,
  type NewEvent,
  type SealedRecord,
  type SessionHeader,
  type StoredEvent,
} from "./events/event-store.ts";
export { subscribe } from "./events/subscribe.ts";
export {
  checkBaseUrl,
  type CheckBaseUrlOptions,
} from "./models/check-base-url.ts";
export type {
  DemoConversation,
  DemoImage,
  DemoScript,
  DemoStep,
  DemoToolResult,
} from "./models/demo-script.ts";
export type { DemoPace } from "./models/demo-pace.ts";
export type { ModelAccess } from "./models/model-access.ts";
export { MODEL_PRESETS } from "./models/model-presets.ts";
export {
  prepareConnection,
  type CheckBaseUrl,
  type PreparedConnection,
} from "./models/prepare-connection.ts";
export {
  GUARDED_FETCH_LIMITS,
  GuardedFetchError,
  type GuardedFetch,
  type GuardedFetchErrorCode,
  type GuardedFetchErrorDetails,
  type GuardedFetchLimits,
} from "./models/guarded-fetch.ts";
export type { HostResolver } from "./models/host-resolver.ts";
export type { ModelConnectionStore } from "./models/model-connection-store.ts";
export type { RemoteModelApi } from "./models/normalize-base-url.ts";
export type { AddressJudge } from "./models/public-address.ts";
export {
  validateBaseUrl,
  type BaseUrlDecision,
  type BaseUrlRefusal,
  type BaseUrlTarget,
} from "./models/validate-base-url.ts";
export { createLineRedactor } from "./security/line-redactor.ts";
export { createRedactor, type Redactor } from "./security/redact-and-limit.ts";
export { Secret } from "./security/secret.ts";
export {
  defineLab,
  type Lab,
  type LabAction,
  type LabCollectionSpec,
  type LabSpec,
  type SystemPromptContext,
} from "./sessions/define-lab.ts";
export { HarnessError } from "./sessions/harness-error.ts";
export { HarnessSession } from "./sessions/harness-session.ts";
export { newId, type NewId } from "./sessions/new-id.ts";
export type {
  CommandOrigin,
  SessionApi,
  SessionsApi,
} from "./sessions/session-api.ts";
export type { HarnessDeps, HarnessSettings } from "./sessions/session-deps.ts";
export { SessionRegistry } from "./sessions/session-registry.ts";
export type {
  SkillCatalog,
  SkillEntry,
  SkillSet,
} from "./skills/skill-catalog.ts";
export { splitSkillDirs } from "./skills/skill-dirs.ts";
export { skillsPrompt } from "./skills/skill-prompt.ts";
export { createConfinedTools } from "./tools/confined-tools.ts";
export { decideToolPolicy } from "./tools/decide-tool-policy.ts";
export {
  defineJsonSchemaTool,
  defineTool,
  ToolError,
  type ToolContext,
  type ToolDefinition,
  type ToolOutput,
  type ToolSpec,
  type ToolSummary,
} from "./tools/define-tool.ts";
export {
  openWorkspace,
  type SafeWorkspace,
} from "./workspace/safe-workspace.ts";
export { WorkspaceError } from "./workspace/workspace-error.ts";
export {
  StoreOpenError,
  type StoreOpenProblem,
} from "./events/store-open-error.ts";
