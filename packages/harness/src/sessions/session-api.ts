/**
 * What a transport may ask of sessions. Every command is serialised by the session, decided over its state, durable
 * before it answers, and refused with a `HarnessError`.
 */
import type {
  Actor,
  Approval,
  ApproveInput,
  Artifact,
  Attachment,
  DenyInput,
  JsonValue,
  LabSummary,
  MessageInput,
  ModelConnectionInput,
  ModelPreset,
  ModelTestResult,
  RedactedConnection,
  Run,
  SessionSummary,
  SkillDiagnostic,
  SkillSummary,
  Step,
  UpdateSessionInput,
} from "@agent-studio/shared";
import type { OpenedAttachment, Upload } from "../attachments/upload.ts";
import type { EventReader } from "../events/event-store.ts";

/** Who asks, and under which request. */
export interface CommandOrigin {
  readonly actor: Actor;
  readonly requestId?: string;
}

export interface SessionApi {
  readonly sessionId: string;
  readonly viewerId: string;
  /** Committed events only. */
  readonly reader: EventReader;
  /** Fold of the committed events, as the API shows it. */
  summary(): SessionSummary;
  /** The cached `{ sequence, state }` JSON; may lag the log by up to a second, never behind what is retained. */
  snapshot(): Buffer;
  runs(): readonly Run[];
  run(
    runId: string,
  ): { readonly run: Run; readonly steps: readonly Step[] } | undefined;
  approvals(): readonly Approval[];
  sendMessage(
    input: MessageInput,
    origin: CommandOrigin,
  ): Promise<{ readonly runId: string; readonly messageId: string }>;
  /** `effective` is false when the run was already cancelled or over. `RUN_NOT_FOUND` for an unknown one. */
  cancelRun(
    runId: string,
    origin: CommandOrigin,
  ): Promise<{ readonly run: Run; readonly effective: boolean }>;
  approve(
    approvalId: string,
    input: ApproveInput,
    origin: CommandOrigin,
  ): Promise<Approval>;
  deny(
    approvalId: string,
    input: DenyInput,
    origin: CommandOrigin,
  ): Promise<Approval>;
  update(
    input: UpdateSessionInput,
    origin: CommandOrigin,
  ): Promise<SessionSummary>;
  model(): RedactedConnection | null;
  configureModel(
    input: ModelConnectionInput,
    origin: CommandOrigin,
  ): Promise<RedactedConnection>;
  clearModel(origin: CommandOrigin): Promise<void>;
  testModel(signal: AbortSignal): Promise<ModelTestResult>;
  /**
   * Takes one file in. Resolves when it is `ready`; a file that cannot be used is refused with a code of the protocol
   * and leaves nothing behind. Reads the bytes up to the limit at most. Runs beside a run and other uploads.
   */
  addAttachment(upload: Upload, origin: CommandOrigin): Promise<Attachment>;
  /** The normalised bytes; undefined when there is no such attachment that is ready. */
  openAttachment(attachmentId: string): Promise<OpenedAttachment | undefined>;
  /** Idempotent: one that is not there, or not any more, is no error. */
  removeAttachment(attachmentId: string, origin: CommandOrigin): Promise<void>;
  artifacts(): readonly Artifact[];
  /** Undefined when the name is not a saved artifact. */
  readArtifact(
    name: string,
  ): Promise<
    { readonly bytes: Buffer; readonly mediaType: string } | undefined
  >;
  runAction(
    name: string,
    input: JsonValue,
    origin: CommandOrigin,
  ): Promise<JsonValue>;
}

export interface SessionsApi {
  labs(): readonly LabSummary[];
  presets(): readonly ModelPreset[];
  /** `LAB_NOT_FOUND` for an unknown lab; the first lab by default. */
  skills(labId?: string): Promise<{
    readonly skills: readonly SkillSummary[];
    readonly diagnostics: readonly SkillDiagnostic[];
  }>;
  /** `LAB_NOT_FOUND`, `LIMIT_REACHED`, `SHUTTING_DOWN`. */
  create(
    input: {
      readonly viewerId: string;
      readonly labId?: string;
      readonly title?: string;
    },
    origin: CommandOrigin,
  ): Promise<SessionApi>;
  /** Undefined when there is none, it is being deleted, or it belongs to someone else. */
  find(sessionId: string, viewerId: string): SessionApi | undefined;
  /** The viewer's own, newest first by `updatedAt`. */
  list(viewerId: string): readonly SessionApi[];
  /** Resolves after everything of it is gone; false when there was nothing to delete. */
  delete(
    sessionId: string,
    viewerId: string,
    origin: CommandOrigin,
  ): Promise<boolean>;
  /** Sessions that are open, and events waiting to be committed. */
  metrics(): {
    readonly sessions: number;
    readonly storeQueue: number;
    readonly eventsAppended: number;
  };
  /** Call once, before anyone is served: sessions of an earlier process are there again, and go on. */
  restore(): Promise<void>;
  /** Ends every run within about 3 s, appends `session.closed { shutdown }` and closes the store. Idempotent. */
  close(): Promise<void>;
}
