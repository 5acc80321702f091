/**
 * One conversation: the only writer of its log. It decides every command over the state, appends, settles, and only
 * then lets anything happen. Nothing else calls the agent loop.
 */
import type {
  Actor,
  Approval,
  ApproveInput,
  Artifact,
  Attachment,
  DenyInput,
  JsonValue,
  MessageInput,
  ModelConnectionInput,
  ModelTestResult,
  RedactedConnection,
  Run,
  SessionSummary,
  Step,
  UpdateSessionInput,
} from "@agent-studio/shared";
import { selectRun, summaryOf } from "@agent-studio/shared";
import type { OpenedAttachment, Upload } from "../attachments/upload.ts";
import type { EventReader } from "../events/event-store.ts";
import type { CommandOrigin, SessionApi } from "./session-api.ts";
import {
  SessionCore,
  type ClosingReason,
  type HarnessSessionParts,
} from "./session-core.ts";
import type { SessionDeps } from "./session-deps.ts";
import { disposeWithin } from "./lab-resources.ts";
import { SessionApprovals } from "./session-approvals.ts";
import { SessionAttachments, unavailable } from "./session-attachments.ts";
import { SessionLab } from "./session-lab.ts";
import { SessionMessages } from "./session-messages.ts";
import { SessionModels } from "./session-models.ts";
import { SessionRuns } from "./session-runs.ts";

/** How long a lab's resources may take to be disposed of, in milliseconds. */
const DISPOSE_LIMIT_MS = 2000;

export class HarnessSession implements SessionApi {
  readonly #core: SessionCore;
  readonly #runs: SessionRuns;
  readonly #messages: SessionMessages;
  readonly #models: SessionModels;
  readonly #approvals: SessionApprovals;
  readonly #attachments: SessionAttachments;
  readonly #lab: SessionLab;

  constructor(deps: SessionDeps, parts: HarnessSessionParts) {
    this.#core = new SessionCore(deps, parts, {
      onCrash: async () => {
        await this.#attachments.stop(unavailable());
        await this.#runs.crash();
      },
      onRecovered: () => this.recover(),
      beforeAppend: () => this.#runs.flush(),
    });
    this.#attachments = new SessionAttachments(this.#core);
    this.#runs = new SessionRuns(this.#core, this.#attachments);
    this.#messages = new SessionMessages(this.#core, this.#runs);
    this.#models = new SessionModels(this.#core);
    this.#approvals = new SessionApprovals(this.#core, this.#runs);
    this.#lab = new SessionLab(this.#core);
  }

  get sessionId(): string {
    return this.#core.sessionId;
  }

  get viewerId(): string {
    return this.#core.header.viewerId;
  }

  /** Its last event is its deletion. */
  get isDeleted(): boolean {
    return this.#core.log.visible.state.closed === "deleted";
  }

  get reader(): EventReader {
    return this.#core.reader;
  }

  get appended(): number {
    return this.#core.appended;
  }

  /** What its log holds, as it is sent. */
  get logBytes(): number {
    return this.#core.logBytes;
  }

  /** Events that are appended and not yet committed. */
  get uncommitted(): number {
    const { head, visible } = this.#core.log;
    return head.sequence - visible.state.sequence;
  }

  /** Resolves when every watcher has left, at the latest after `limitMs`. */
  watchersLeft(limitMs: number): Promise<void> {
    return this.#core.reader.drained(limitMs);
  }

  /** Writes the first event. Call once, on a new session. */
  async start({ actor }: CommandOrigin): Promise<void> {
    const { labId, title } = this.#core.header;
    await this.#core.commit([
      { type: "session.started", actor, payload: { labId, title } },
    ]);
    await this.#models.useDefault();
  }

  /**
   * Call once on a session that was there before this process: it is brought to where it can go on, and its run waits,
   * goes on or is over. A session that needs nothing gets no event.
   */
  async recover(): Promise<void> {
    this.#models.restore();
    // Before recovery says that what was on its way in has failed.
    await this.#attachments.sweep().catch(this.#core.deps.onDefect);
    const { next, runId } = await this.#core.recover();
    if (runId === null || next === "over") return;
    if (next === "waits") this.#runs.park(runId);
    else this.#runs.resume(runId);
  }

  summary(): SessionSummary {
    return { ...summaryOf(this.#core.log.visible.state), model: this.model() };
  }

  snapshot(): Buffer {
    return this.#core.log.snapshot();
  }

  runs(): readonly Run[] {
    return this.#core.log.visible.state.runs;
  }

  run(
    runId: string,
  ): { readonly run: Run; readonly steps: readonly Step[] } | undefined {
    return selectRun(this.#core.log.visible.trace, runId);
  }

  approvals(): readonly Approval[] {
    return this.#core.log.visible.state.approvals;
  }

  artifacts(): readonly Artifact[] {
    return this.#core.log.visible.state.artifacts;
  }

  /** As the log has it, but for a key that went with the process that had it. */
  model(): RedactedConnection | null {
    const { model } = this.#core.log.visible.state;
    return model !== null && this.#core.isKeyMissing()
      ? { ...model, hasKey: false, keyHint: null }
      : model;
  }

  sendMessage(
    sent: MessageInput,
    origin: CommandOrigin,
  ): Promise<{ readonly runId: string; readonly messageId: string }> {
    return this.#messages.send(sent, origin);
  }

  async cancelRun(
    runId: string,
    { actor }: CommandOrigin,
  ): Promise<{ readonly run: Run; readonly effective: boolean }> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const decision = core.decide({ type: "cancel_run", runId }, actor);
    if (decision.kind === "refuse") return core.refuse(decision);
    const effective =
      decision.kind === "append" && (await this.#runs.stop("user", actor));
    await core.settle();
    return { run: core.run(runId), effective };
  }

  approve(
    approvalId: string,
    input: ApproveInput,
    origin: CommandOrigin,
  ): Promise<Approval> {
    return this.#approvals.approve(approvalId, input, origin);
  }

  deny(
    approvalId: string,
    input: DenyInput,
    origin: CommandOrigin,
  ): Promise<Approval> {
    return this.#approvals.deny(approvalId, input, origin);
  }

  async update(
    input: UpdateSessionInput,
    { actor }: CommandOrigin,
  ): Promise<SessionSummary> {
    const title =
      input.title === undefined
        ? {}
        : { title: this.#core.redactText(input.title) };
    const trust = input.trust === undefined ? {} : { trust: input.trust };
    await this.#core.carryOut({ type: "update", ...title, ...trust }, actor);
    return this.summary();
  }

  configureModel(
    input: ModelConnectionInput,
    origin: CommandOrigin,
  ): Promise<RedactedConnection> {
    return this.#models.configure(input, origin);
  }

  clearModel(origin: CommandOrigin): Promise<void> {
    return this.#models.clear(origin);
  }

  testModel(signal: AbortSignal): Promise<ModelTestResult> {
    return this.#models.test(signal);
  }

  addAttachment(upload: Upload, origin: CommandOrigin): Promise<Attachment> {
    return this.#attachments.add(upload, origin);
  }

  openAttachment(attachmentId: string): Promise<OpenedAttachment | undefined> {
    return this.#attachments.open(attachmentId);
  }

  removeAttachment(attachmentId: string, origin: CommandOrigin): Promise<void> {
    return this.#attachments.remove(attachmentId, origin);
  }

  readArtifact(name: string): ReturnType<SessionApi["readArtifact"]> {
    return this.#lab.readArtifact(name);
  }

  runAction(
    name: string,
    input: JsonValue,
    origin: CommandOrigin,
  ): Promise<JsonValue> {
    return this.#lab.runAction(name, input, origin);
  }

  /** From here on every command is refused. */
  shut(reason: ClosingReason): void {
    this.#core.shut(reason);
  }

  /**
   * Ends the active run, appends the last event and lets go of everything. The log is closed; its events stay readable.
   * Never rejects: what fails is told as a defect, and the rest is done all the same.
   */
  async close(reason: ClosingReason, actor: Actor): Promise<void> {
    const core = this.#core;
    const { deps, subject } = core;
    this.shut(reason);
    const why = reason === "deleted" ? "session_deleted" : "shutdown";
    const steps: readonly (() => unknown)[] = [
      () => this.#attachments.stop(this.#core.closingError),
      async () => {
        const isLeft =
          reason === "shutdown" &&
          deps.store.outlivesProcess &&
          (await this.#runs.leave());
        if (!isLeft) await this.#runs.stop(why, actor);
      },
      () => deps.approvals.cancelSession(this.sessionId),
      () => core.recoverIfCrashed(),
      () =>
        core.commit([{ type: "session.closed", actor, payload: { reason } }]),
      () => subject.lane.close(),
      () => disposeWithin(subject.data, DISPOSE_LIMIT_MS),
      () => core.close(),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        deps.onDefect(error);
      }
    }
  }
}
