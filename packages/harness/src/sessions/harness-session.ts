/**
 * One conversation: the only writer of its log. It decides every command over the state, appends, settles, and only
 * then lets anything happen. Nothing else calls the agent loop.
 */
import type {
  Actor,
  Approval,
  ApproveInput,
  Artifact,
  DenyInput,
  JsonObject,
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
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import type { EventReader } from "../events/event-store.ts";
import { connectionProblem } from "../models/check-connection.ts";
import type { Command } from "./decision.ts";
import { HarnessError } from "./harness-error.ts";
import type { SealedPrompt } from "./history.ts";
import { runLabAction } from "./lab-action.ts";
import type { CommandOrigin, SessionApi } from "./session-api.ts";
import { SessionCore, type HarnessSessionParts } from "./session-core.ts";
import type { HarnessDeps } from "./session-deps.ts";
import { SessionRuns } from "./session-runs.ts";

export class HarnessSession implements SessionApi {
  readonly #core: SessionCore;
  readonly #runs: SessionRuns;

  constructor(deps: HarnessDeps, parts: HarnessSessionParts) {
    this.#core = new SessionCore(deps, parts, () => this.#runs.crash());
    this.#runs = new SessionRuns(this.#core);
  }

  get sessionId(): string {
    return this.#core.sessionId;
  }

  get viewerId(): string {
    return this.#core.header.viewerId;
  }

  get reader(): EventReader {
    return this.#core.reader;
  }

  /** Events appended since the log was opened. */
  get appended(): number {
    return this.#core.log.appended;
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
  }

  summary(): SessionSummary {
    return summaryOf(this.#core.log.visible.state);
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

  model(): RedactedConnection | null {
    return this.#core.log.visible.state.model;
  }

  async sendMessage(
    input: MessageInput,
    { actor, requestId }: CommandOrigin,
  ): Promise<{ readonly runId: string; readonly messageId: string }> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const runId = core.deps.newId("run");
    const messageId = core.deps.newId("msg");
    const command: Command = {
      type: "send_message",
      input,
      runId,
      messageId,
      ...(requestId === undefined ? {} : { requestId }),
    };
    const decision = core.decide(command, actor);
    if (decision.kind === "unchanged") {
      await core.settle();
      return {
        runId: decision.message?.runId ?? runId,
        messageId: decision.message?.messageId ?? messageId,
      };
    }
    const connection = core.log.head.model;
    if (connection === null) throw noModel();
    const sealed = this.#prompt(runId, input.text);
    const stored = core.append(
      decision.events.map((event) =>
        event.type === "run.started" ? { ...event, sealed } : event,
      ),
    );
    const startedAt = stored[0]?.sequence ?? 0;
    if (stored.length > 0)
      this.#runs.start({ runId, text: input.text, connection, startedAt });
    await core.settle();
    return { runId, messageId };
  }

  async cancelRun(
    runId: string,
    { actor }: CommandOrigin,
  ): Promise<{ readonly run: Run; readonly effective: boolean }> {
    await this.#core.recoverIfCrashed();
    const decision = this.#core.decide({ type: "cancel_run", runId }, actor);
    const effective =
      decision.kind === "append" && (await this.#runs.stop("user", actor));
    await this.#core.settle();
    const run = this.#core.log.head.runs.find(
      (candidate) => candidate.runId === runId,
    );
    if (run === undefined)
      throw new HarnessError("RUN_NOT_FOUND", "There is no such run.");
    return { run, effective };
  }

  async approve(
    approvalId: string,
    input: ApproveInput,
    origin: CommandOrigin,
  ): Promise<Approval> {
    const args =
      input.args === undefined ? {} : { args: input.args as JsonObject };
    const argsDigest =
      input.argsDigest === undefined ? {} : { argsDigest: input.argsDigest };
    return this.#resolve(
      { type: "approve", approvalId, ...argsDigest, ...args },
      origin,
      { status: "approved", ...args },
    );
  }

  async deny(
    approvalId: string,
    input: DenyInput,
    origin: CommandOrigin,
  ): Promise<Approval> {
    const reason =
      input.reason === undefined
        ? {}
        : { reason: this.#core.redactText(input.reason) };
    return this.#resolve({ type: "deny", approvalId, ...reason }, origin, {
      status: "denied",
      ...reason,
    });
  }

  async update(
    input: UpdateSessionInput,
    { actor }: CommandOrigin,
  ): Promise<SessionSummary> {
    const title = input.title === undefined ? {} : { title: input.title };
    const trust = input.trust === undefined ? {} : { trust: input.trust };
    await this.#core.carryOut({ type: "update", ...title, ...trust }, actor);
    return this.summary();
  }

  async configureModel(
    input: ModelConnectionInput,
    { actor }: CommandOrigin,
  ): Promise<RedactedConnection> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const problem = connectionProblem(input);
    if (problem !== undefined)
      throw new HarnessError("MODEL_CONFIG_INVALID", problem);
    const { connections } = core.deps;
    const connection = connections.redact(this.sessionId, input, this.#now());
    const decision = core.decide(
      { type: "configure_model", connection },
      actor,
    );
    connections.configure(this.sessionId, input);
    await core.commit(decision.kind === "append" ? decision.events : []);
    return connection;
  }

  async clearModel({ actor }: CommandOrigin): Promise<void> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const decision = core.decide({ type: "clear_model" }, actor);
    core.deps.connections.clear(this.sessionId);
    await core.commit(decision.kind === "append" ? decision.events : []);
  }

  testModel(signal: AbortSignal): Promise<ModelTestResult> {
    if (signal.aborted || this.model() === null)
      return Promise.reject(noModel());
    const message = "The demo model is built in and ready.";
    return Promise.resolve({ status: "ok", message, durationMs: 0 });
  }

  async readArtifact(
    name: string,
  ): Promise<
    { readonly bytes: Buffer; readonly mediaType: string } | undefined
  > {
    const artifact = this.artifacts().find(
      (candidate) => candidate.name === name,
    );
    if (artifact === undefined) return undefined;
    const stored = await this.#core.subject.workspace.readArtifact(name);
    return stored === undefined
      ? undefined
      : { bytes: stored.bytes, mediaType: artifact.mediaType };
  }

  async runAction(
    name: string,
    input: JsonValue,
    { actor }: CommandOrigin,
  ): Promise<JsonValue> {
    const core = this.#core;
    await core.recoverIfCrashed();
    const { sessionId, subject } = core;
    const result = await runLabAction({
      name,
      input,
      actor,
      sessionId,
      subject,
      append: (events) => core.append(events),
      redact: (value) => core.redact(value),
    });
    await core.settle();
    return result;
  }

  /** Ends the active run, appends the last event and lets go of everything. The log is closed; its events stay readable. */
  async close(reason: "deleted" | "shutdown", actor: Actor): Promise<void> {
    const why = reason === "deleted" ? "session_deleted" : "shutdown";
    await this.#runs.stop(why, actor);
    this.#core.deps.approvals.cancelSession(this.sessionId);
    try {
      await this.#core.commit([
        { type: "session.closed", actor, payload: { reason } },
      ]);
    } finally {
      await disposeOf(this.#core.subject.data);
      await this.#core.close();
    }
  }

  async #resolve(
    command: Extract<Command, { approvalId: string }>,
    { actor }: CommandOrigin,
    outcome: ApprovalOutcome,
  ): Promise<Approval> {
    const { approvalId } = command;
    const decision = await this.#core.carryOut(command, actor);
    if (decision.kind === "append")
      this.#core.deps.approvals.settle(approvalId, outcome);
    const approval = this.#core.approval(approvalId);
    if (approval === undefined)
      throw new HarnessError(
        "APPROVAL_NOT_FOUND",
        "There is no such approval.",
      );
    return approval;
  }

  #prompt(runId: string, text: string): SealedPrompt {
    return { kind: "prompt", runId, text, at: this.#now() };
  }

  #now(): string {
    return new Date(this.#core.deps.wallClock()).toISOString();
  }
}

function noModel(): HarnessError {
  return new HarnessError(
    "MODEL_NOT_CONFIGURED",
    "No model is chosen. Choose one in the model settings.",
  );
}

async function disposeOf(data: unknown): Promise<void> {
  if (typeof data !== "object" || data === null) return;
  if (!(Symbol.asyncDispose in data)) return;
  const dispose = data[Symbol.asyncDispose];
  if (typeof dispose === "function") await dispose.call(data);
}
