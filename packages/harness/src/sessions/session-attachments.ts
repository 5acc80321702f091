/** The attachments of one session: taken in beside a run, given back, removed, and made into what a model reads. */
import type {
  Actor,
  Attachment,
  ErrorCode,
  RedactedConnection,
} from "@agent-studio/shared";
import { AttachmentError } from "../attachments/attachment-error.ts";
import { displayName } from "../attachments/attachment-name.ts";
import type {
  AttachmentStore,
  ReceivedUpload,
} from "../attachments/attachment-store.ts";
import type { NormalizedImage } from "../attachments/image-normalizer.ts";
import type {
  AttachmentReference,
  LeftOut,
  ModelPart,
} from "../attachments/model-part.ts";
import type { OpenedAttachment, Upload } from "../attachments/upload.ts";
import type { AttachmentCommand } from "./attachment-command.ts";
import { attachmentLimit, decideAttachment } from "./decide-attachment.ts";
import { HarnessError } from "./harness-error.ts";
import type { CommandOrigin } from "./session-api.ts";
import type { SessionCore } from "./session-core.ts";
import type { SessionLog } from "./session-log.ts";

/** One upload on its way in. */
interface Taking {
  readonly attachmentId: string;
  readonly name: string;
  readonly actor: Actor;
  /** What was begun in one log is not gone on with in the next. */
  readonly log: SessionLog;
  readonly end: AbortController;
  readonly done: Promise<unknown>;
}

export class SessionAttachments {
  readonly #core: SessionCore;
  readonly #store: AttachmentStore;
  readonly #taking = new Map<string, Taking>();

  constructor(core: SessionCore) {
    this.#core = core;
    this.#store = core.subject.attachments;
  }

  /** Takes one file in; see `SessionApi.addAttachment`. */
  async add(upload: Upload, { actor }: CommandOrigin): Promise<Attachment> {
    const core = this.#core;
    await core.recoverIfCrashed();
    core.assertOpen();
    const full = attachmentLimit(core.log.head, this.#pending + 1);
    if (full?.kind === "refuse") return core.refuse(full);
    const { promise: done, resolve } = Promise.withResolvers<undefined>();
    const taking: Taking = {
      attachmentId: core.deps.newId("att"),
      name: displayName(core.redactText(upload.name)),
      actor,
      log: core.log,
      end: new AbortController(),
      done,
    };
    this.#taking.set(taking.attachmentId, taking);
    try {
      return await this.#take(taking, upload);
    } catch (error) {
      throw await this.#drop(taking, upload, error);
    } finally {
      this.#taking.delete(taking.attachmentId);
      resolve(undefined);
    }
  }

  /** The bytes that are kept; undefined for what is not there, not ready yet, missing or damaged. */
  async open(attachmentId: string): Promise<OpenedAttachment | undefined> {
    const attachment = this.#core.log.visible.state.attachments.find(
      (other) => other.attachmentId === attachmentId,
    );
    if (attachment === undefined || attachment.status === "processing")
      return undefined;
    const opened = await this.#store.open(attachmentId);
    return opened === undefined
      ? undefined
      : { attachment, bytes: opened.bytes };
  }

  /** Removes one, also while it is being taken in; the bytes are gone when this resolves. */
  async remove(attachmentId: string, { actor }: CommandOrigin): Promise<void> {
    await this.#core.carryOut(
      { type: "remove_attachment", attachmentId },
      actor,
    );
    const taking = this.#taking.get(attachmentId);
    taking?.end.abort(
      new HarnessError(
        "ATTACHMENT_NOT_FOUND",
        "The attachment was removed while it was being processed.",
      ),
    );
    await taking?.done;
    await this.#store.remove(attachmentId);
  }

  /**
   * Removes the files of what the log does not have, or not ready: its process ended between the two. Call before
   * anything is taken in.
   */
  sweep(): Promise<void> {
    const { attachments } = this.#core.log.head;
    const kept = attachments.filter(({ status }) => status !== "processing");
    return this.#store.keepOnly(
      new Set(kept.map(({ attachmentId }) => attachmentId)),
    );
  }

  /** What the attachments of prompts are for a model now; the last prompt is the one that is being sent. */
  toModelParts(
    messages: readonly (readonly AttachmentReference[])[],
    { supportsImages }: RedactedConnection,
  ): Promise<readonly (readonly ModelPart[])[]> {
    const leftOut = (reference: AttachmentReference): LeftOut | undefined =>
      this.#leftOut(reference);
    return this.#store.toModelParts({
      messages,
      acceptsImages: supportsImages,
      leftOut,
    });
  }

  /** Which of these attachments may be sent at all. */
  sendable(
    messages: readonly (readonly AttachmentReference[])[],
    { supportsImages }: RedactedConnection,
  ): ReadonlySet<string> {
    const sent = messages
      .flat()
      .filter((reference) => this.#leftOut(reference) === undefined);
    return new Set(
      supportsImages ? sent.map(({ attachmentId }) => attachmentId) : [],
    );
  }

  /** The log is lost, or the session closes: what is on its way in ends. Resolves when it has. */
  async stop(reason: unknown): Promise<void> {
    const taking = [...this.#taking.values()];
    for (const { end } of taking) end.abort(reason);
    await Promise.all(taking.map(({ done }) => done));
  }

  get #pending(): number {
    const { attachments } = this.#core.log.head;
    return [...this.#taking.keys()].filter((id) =>
      attachments.every(({ attachmentId }) => attachmentId !== id),
    ).length;
  }

  async #take(taking: Taking, upload: Upload): Promise<Attachment> {
    const { attachmentId, end } = taking;
    const signal = AbortSignal.any([
      upload.signal,
      end.signal,
      this.#core.closing,
    ]);
    const { deps } = this.#core;
    const createdAt = new Date(deps.wallClock()).toISOString();
    const image = await this.#store.add(
      attachmentId,
      { ...upload, signal },
      {
        onReceived: (received) => {
          const attachment = toAttachment(taking, createdAt, received);
          this.#decide(taking, { type: "add_attachment", attachment });
        },
      },
    );
    signal.throwIfAborted();
    const attachment = toAttachment(taking, createdAt, image);
    this.#decide(taking, { type: "settle_attachment", attachment });
    await this.#core.settle();
    return attachment;
  }

  /** Decides and appends at once, also while the session closes. Throws the refusal. */
  #decide({ log, actor }: Taking, command: AttachmentCommand): void {
    const core = this.#core;
    if (log !== core.log || log.isLost) throw unavailable();
    const decision = decideAttachment(log.head, command, { actor });
    if (decision.kind === "refuse") throw decision.error;
    if (decision.kind === "append") core.append(decision.events);
  }

  /** Nothing of the file stays; gives what the sender is told. */
  async #drop(
    taking: Taking,
    { signal }: Upload,
    error: unknown,
  ): Promise<unknown> {
    const { attachmentId, name, end } = taking;
    const told = this.#toRefusal(error);
    const isUnwanted =
      end.signal.aborted || this.#core.closing.aborted || signal.aborted;
    const code = isUnwanted ? {} : { code: codeOf(told) };
    const command = {
      type: "drop_attachment",
      attachmentId,
      name,
      ...code,
    } as const;
    try {
      await this.#store.remove(attachmentId);
      this.#decide(taking, command);
      await this.#core.settle();
    } catch (failure) {
      return failure;
    }
    return told;
  }

  #toRefusal(error: unknown): unknown {
    const { closingError } = this.#core;
    if (closingError !== undefined) return closingError;
    return error instanceof AttachmentError
      ? new HarnessError(error.code, error.message, error.details)
      : error;
  }

  #leftOut({ attachmentId }: AttachmentReference): LeftOut | undefined {
    const attachment = this.#core.log.head.attachments.find(
      (other) => other.attachmentId === attachmentId,
    );
    if (attachment === undefined) return "removed";
    return attachment.status === "failed" ? "refused" : undefined;
  }
}

function toAttachment(
  { attachmentId, name }: Taking,
  createdAt: string,
  facts: ReceivedUpload | NormalizedImage,
): Attachment {
  const { mediaType, sizeBytes } = facts;
  const common = {
    attachmentId,
    kind: "image",
    name,
    mediaType,
    sizeBytes,
  } as const;
  return "width" in facts
    ? {
        ...common,
        width: facts.width,
        height: facts.height,
        status: "ready",
        createdAt,
      }
    : { ...common, status: "processing", createdAt };
}

function codeOf(told: unknown): ErrorCode {
  return told instanceof HarnessError ? told.code : "INTERNAL";
}

/** What a session's commands get when its log can't be written. */
export function unavailable(): HarnessError {
  return new HarnessError(
    "STORE_UNAVAILABLE",
    "The session's log could not be written. Try again in a moment.",
  );
}
