/** A session without an agent: a real log to watch, and answers that a test can replace. */
import {
  HarnessError,
  newId,
  type CommandOrigin,
  type EventLog,
  type NewEvent,
  type OpenedAttachment,
  type SessionApi,
  type StoredEvent,
  type Upload,
} from "@agent-studio/harness";
import type {
  Approval,
  Attachment,
  Run,
  SessionSummary,
  UpdateSessionInput,
} from "@agent-studio/shared";

export interface FakeSessionOptions {
  readonly sessionId: string;
  readonly viewerId: string;
  readonly labId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly log: EventLog;
}

export class FakeSession implements SessionApi {
  readonly sessionId: string;
  readonly viewerId: string;
  readonly log: EventLog;
  readonly calls: unknown[][] = [];
  /** What the next command rejects with. */
  failure: Error | undefined;
  approvalList: readonly Approval[] = [];
  runList: readonly Run[] = [];
  artifactBytes = new Map<
    string,
    { readonly bytes: Buffer; readonly mediaType: string }
  >();
  /** What was uploaded, as it came. */
  readonly attachments = new Map<string, OpenedAttachment>();
  readonly #options: FakeSessionOptions;
  #title: string;

  constructor(options: FakeSessionOptions) {
    this.#options = options;
    this.#title = options.title;
    this.sessionId = options.sessionId;
    this.viewerId = options.viewerId;
    this.log = options.log;
  }

  get reader(): EventLog["reader"] {
    return this.log.reader;
  }

  /** Appends and waits until it can be seen. */
  async append(
    ...events: readonly NewEvent[]
  ): Promise<readonly StoredEvent[]> {
    const stored = this.log.append(events);
    await this.log.settled();
    return stored;
  }

  summary(): SessionSummary {
    const { sessionId, labId, createdAt } = this.#options;
    return {
      sessionId,
      labId,
      title: this.#title,
      createdAt,
      updatedAt: createdAt,
      status: "idle",
      model: null,
      trust: false,
      pendingApprovals: this.approvalList.filter(
        ({ status }) => status === "pending",
      ).length,
      lastSequence: this.reader.latestSequence,
    };
  }

  snapshot(): Buffer {
    return Buffer.from(
      JSON.stringify({
        sequence: this.reader.latestSequence,
        state: { sessionId: this.sessionId },
      }),
    );
  }

  runs(): readonly Run[] {
    return this.runList;
  }

  run(runId: string): ReturnType<SessionApi["run"]> {
    const run = this.runList.find((candidate) => candidate.runId === runId);
    return run === undefined ? undefined : { run, steps: [] };
  }

  approvals(): readonly Approval[] {
    return this.approvalList;
  }

  async sendMessage(
    ...call: Parameters<SessionApi["sendMessage"]>
  ): ReturnType<SessionApi["sendMessage"]> {
    this.#command("sendMessage", ...call);
    return {
      runId: `run_${"r".repeat(22)}`,
      messageId: `msg_${"m".repeat(22)}`,
    };
  }

  async cancelRun(
    ...call: Parameters<SessionApi["cancelRun"]>
  ): ReturnType<SessionApi["cancelRun"]> {
    this.#command("cancelRun", ...call);
    const run = this.runList.find(({ runId }) => runId === call[0]);
    if (run === undefined)
      throw new HarnessError("RUN_NOT_FOUND", `No run ${call[0]}.`);
    return { run, effective: run.status === "running" };
  }

  async approve(
    ...call: Parameters<SessionApi["approve"]>
  ): ReturnType<SessionApi["approve"]> {
    return this.#decide("approve", call);
  }

  async deny(
    ...call: Parameters<SessionApi["deny"]>
  ): ReturnType<SessionApi["deny"]> {
    return this.#decide("deny", call);
  }

  async update(input: UpdateSessionInput): Promise<SessionSummary> {
    this.#command("update", input);
    this.#title = input.title ?? this.#title;
    return this.summary();
  }

  model(): null {
    return null;
  }

  async configureModel(
    ...call: Parameters<SessionApi["configureModel"]>
  ): ReturnType<SessionApi["configureModel"]> {
    this.#command("configureModel", ...call);
    const { apiKey: _key, headers, ...rest } = call[0];
    return {
      ...rest,
      ...(headers === undefined ? {} : { headers: Object.keys(headers) }),
      hasKey: true,
      keyHint: null,
      configuredAt: this.#options.createdAt,
    };
  }

  async clearModel(): Promise<void> {
    this.#command("clearModel");
  }

  async testModel(
    ...call: Parameters<SessionApi["testModel"]>
  ): ReturnType<SessionApi["testModel"]> {
    this.#command("testModel", ...call);
    return { status: "ok", message: "The model answers.", durationMs: 1 };
  }

  async addAttachment(
    upload: Upload,
    origin: CommandOrigin,
  ): Promise<Attachment> {
    const { name, mediaType = "application/octet-stream", signal } = upload;
    this.#command("addAttachment", { name, mediaType }, origin);
    const chunks: Uint8Array[] = [];
    for await (const chunk of upload.bytes) {
      signal.throwIfAborted();
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const attachment: Attachment = {
      attachmentId: newId("att"),
      kind: "image",
      name,
      mediaType,
      sizeBytes: bytes.length,
      status: "ready",
      createdAt: this.#options.createdAt,
    };
    this.attachments.set(attachment.attachmentId, { attachment, bytes });
    return attachment;
  }

  async openAttachment(
    attachmentId: string,
  ): Promise<OpenedAttachment | undefined> {
    return this.attachments.get(attachmentId);
  }

  async removeAttachment(
    ...call: Parameters<SessionApi["removeAttachment"]>
  ): Promise<void> {
    this.#command("removeAttachment", ...call);
    this.attachments.delete(call[0]);
  }

  artifacts(): ReturnType<SessionApi["artifacts"]> {
    return [...this.artifactBytes].map(([name, { bytes, mediaType }]) => ({
      name,
      mediaType,
      sizeBytes: bytes.length,
      updatedAt: this.#options.createdAt,
    }));
  }

  async readArtifact(name: string): ReturnType<SessionApi["readArtifact"]> {
    return this.artifactBytes.get(name);
  }

  async runAction(
    ...call: Parameters<SessionApi["runAction"]>
  ): ReturnType<SessionApi["runAction"]> {
    this.#command("runAction", ...call);
    return { did: call[0] };
  }

  #decide(verb: string, call: readonly [string, ...unknown[]]): Approval {
    this.#command(verb, ...call);
    const approval = this.approvalList.find(
      ({ approvalId }) => approvalId === call[0],
    );
    if (approval === undefined)
      throw new HarnessError("APPROVAL_NOT_FOUND", `No approval ${call[0]}.`);
    return { ...approval, status: verb === "approve" ? "approved" : "denied" };
  }

  #command(...call: unknown[]): void {
    this.calls.push(call);
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
  }
}
