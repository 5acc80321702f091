/** The files that are to go with the next message of one session. */
import { MESSAGE_ATTACHMENT_LIMIT, ROUTES } from "@agent-studio/shared";
import type { Attachment } from "@agent-studio/shared";
import { nanoid } from "nanoid";
import { addressOf } from "../api-client.ts";
import type { ApiClient } from "../api-client.ts";
import { asFailure } from "../api-failure.ts";
import type { FailureCode } from "../api-failure.ts";
import type { Cell } from "../cell.ts";
import {
  adoptedEntry,
  attachmentIdOf,
  failedStatus,
  itemOf,
  newEntry,
  wouldBeLost,
} from "./attachment-entry.ts";
import type { AttachmentEntry } from "./attachment-entry.ts";
import type { AttachmentStatus, AttachmentsView } from "./attachments-view.ts";
import { createLane } from "./lane.ts";
import type { PrepareFile } from "./prepare-file.ts";
import type { UploadFile } from "./upload-file.ts";

/** Addresses for files in memory; each is to be given back. */
export interface ObjectUrls {
  create(blob: Blob): string;
  revoke(url: string): void;
}

export interface AttachmentStoreOptions {
  readonly sessionId: string;
  readonly api: ApiClient;
  readonly prepare: PrepareFile;
  readonly upload: UploadFile;
  readonly urls: ObjectUrls;
  /** Where the store shows what it has. */
  readonly view: Cell<AttachmentsView>;
}

/** Attachments that are on their way with a message; to be settled once. */
export interface TakenAttachments {
  readonly ids: readonly string[];
  /** Null when the server has them, else the code with which they come back. */
  settle(failure: FailureCode | null): void;
}

/** Decoding takes much memory; uploads share one connection's bandwidth. */
const PREPARED_AT_ONCE = 1;
const UPLOADED_AT_ONCE = 3;

export class AttachmentStore {
  readonly #options: AttachmentStoreOptions;
  readonly #preparing = createLane(PREPARED_AT_ONCE);
  readonly #uploading = createLane(UPLOADED_AT_ONCE);
  /** Ids that the session's log has told of; what is missing there later was removed. */
  readonly #told = new Set<string>();
  #entries: readonly AttachmentEntry[] = [];

  constructor(options: AttachmentStoreOptions) {
    this.#options = options;
  }

  /** Takes files in; those that are more than a message can carry are named in the view. */
  add(files: readonly File[]): void {
    const room = this.#room();
    const fresh = files.slice(0, room).map((file) => newEntry(nanoid(), file));
    this.#entries = [...this.#entries, ...fresh];
    this.#show({ leftOut: files.slice(room).map(({ name }) => name) });
    for (const entry of fresh) void this.#process(entry);
  }

  /** Starts a failed one again. */
  retry(localId: string): void {
    const entry = this.#find(localId);
    if (entry?.status.phase !== "failed" || entry.file === null) return;
    entry.work = new AbortController();
    this.#become(entry, { phase: "queued" });
    void this.#process(entry);
  }

  /** Takes one out, here and on the server. One that can't be removed there comes back. */
  remove(localId: string): void {
    const entry = this.#find(localId);
    if (entry === undefined) return;
    const { status } = entry;
    // What the server has in full is deleted when it answers: nobody else could do it then.
    const isArriving = status.phase === "uploading" && status.progress === 1;
    if (!isArriving) entry.work.abort();
    this.#forget(entry);
    if (status.phase === "ready" && !entry.isShared) {
      void this.#delete(entry, status.attachment);
    }
  }

  /** Takes out all of them. */
  removeAll(): void {
    for (const { localId, isSending } of this.#entries) {
      if (!isSending) this.remove(localId);
    }
  }

  /** Everything that is ready goes with a message, in the order in which it was added. */
  take(): TakenAttachments {
    const taken = this.#entries.filter(
      (entry) => !entry.isSending && attachmentIdOf(entry) !== null,
    );
    for (const entry of taken) entry.isSending = true;
    this.#show();
    return {
      ids: taken.map(attachmentIdOf).filter((id) => id !== null),
      settle: (failure) => {
        for (const entry of taken) this.#settle(entry, failure);
        this.#show();
      },
    };
  }

  /** What the log says of this session's attachments: those sent or removed elsewhere leave. */
  reconcile(known: readonly Attachment[], sent: ReadonlySet<string>): void {
    const present = new Set(known.map(({ attachmentId }) => attachmentId));
    for (const entry of this.#entries) {
      const id = attachmentIdOf(entry);
      if (id === null) continue;
      const isRemoved = this.#told.has(id) && !present.has(id);
      const isSent = sent.has(id) && !entry.isShared;
      if (isRemoved || isSent) this.#forget(entry);
    }
    for (const id of present) this.#told.add(id);
  }

  /** Shows what the server has already: never sent, or `isShared` with a message that was. */
  adopt(attachments: readonly Attachment[], isShared = false): void {
    const own = new Set(this.#entries.map(attachmentIdOf));
    const { sessionId } = this.#options;
    const fresh = attachments
      .filter(({ attachmentId }) => !own.has(attachmentId))
      .slice(0, this.#room())
      .map((attachment) => {
        const { attachmentId } = attachment;
        const params = { sessionId, attachmentId };
        const picture = addressOf(ROUTES.getAttachment, params);
        return adoptedEntry(attachment, { picture, isShared });
      });
    this.#entries = [...fresh, ...this.#entries];
    this.#show();
  }

  /** Ends all work and gives every address back; nothing is removed on the server. */
  dispose(): void {
    for (const entry of this.#entries) {
      entry.work.abort();
      this.#forget(entry);
    }
  }

  async #process(entry: AttachmentEntry): Promise<void> {
    const { file } = entry;
    const { signal } = entry.work;
    if (file === null) return;
    try {
      await this.#preparing.run(() => this.#prepare(entry, file), signal);
      signal.throwIfAborted();
      const attachment = await this.#uploading.run(
        () => this.#upload(entry, signal),
        signal,
      );
      if (entry.isRemoved) await this.#delete(entry, attachment);
      else this.#become(entry, { phase: "ready", attachment });
    } catch (error) {
      if (signal.aborted || entry.isRemoved) return;
      this.#become(entry, failedStatus(error, entry));
    }
  }

  async #prepare(entry: AttachmentEntry, file: File): Promise<void> {
    if (entry.prepared !== null) return;
    this.#become(entry, { phase: "preparing" });
    entry.prepared = await this.#options.prepare(file);
    // It may have been removed meanwhile.
    if (this.#entries.includes(entry)) this.#showPicture(entry);
    this.#become(entry, { phase: "queued" });
  }

  async #upload(
    entry: AttachmentEntry,
    signal: AbortSignal,
  ): Promise<Attachment> {
    const { prepared } = entry;
    if (prepared === null) throw new Error("Nothing was prepared.");
    const { sessionId, upload } = this.#options;
    const { blob, name } = prepared;
    const onProgress = (progress: number) => {
      if (!signal.aborted)
        this.#become(entry, { phase: "uploading", progress });
    };
    onProgress(0);
    return upload({ sessionId, blob, name, signal, onProgress });
  }

  /** Deletes on the server. A failure brings the entry back, with what is wrong. */
  async #delete(entry: AttachmentEntry, attachment: Attachment): Promise<void> {
    const { attachmentId, name } = attachment;
    const { sessionId, api } = this.#options;
    try {
      const params = { sessionId, attachmentId };
      await api.call("deleteAttachment", { params });
    } catch (error) {
      const { code, status } = asFailure(error);
      if (status === 404) return;
      this.#restore(entry, attachment);
      this.#show({ notRemoved: { name, code } });
    }
  }

  #restore(entry: AttachmentEntry, attachment: Attachment): void {
    entry.isRemoved = false;
    entry.status = { phase: "ready", attachment };
    this.#showPicture(entry);
    this.#entries = [...this.#entries, entry];
  }

  #showPicture(entry: AttachmentEntry): void {
    const { prepared } = entry;
    if (prepared?.isShowable !== true) return;
    entry.picture = this.#options.urls.create(prepared.blob);
  }

  #settle(entry: AttachmentEntry, failure: FailureCode | null): void {
    entry.isSending = false;
    if (failure === null) this.#forget(entry);
    else if (failure === "ATTACHMENT_NOT_FOUND") {
      // Uploaded again, it can still go.
      const { file } = entry;
      const canRetry = file !== null;
      const format = entry.prepared?.format ?? null;
      entry.status = { phase: "failed", code: failure, canRetry, format };
    }
  }

  /** How many more can go with the next message. */
  #room(): number {
    const taken = this.#entries.filter(
      ({ status, isSending }) => status.phase !== "failed" && !isSending,
    );
    return Math.max(0, MESSAGE_ATTACHMENT_LIMIT - taken.length);
  }

  #find(localId: string): AttachmentEntry | undefined {
    return this.#entries.find((entry) => entry.localId === localId);
  }

  #become(entry: AttachmentEntry, status: AttachmentStatus): void {
    if (entry.isRemoved) return;
    entry.status = status;
    this.#show();
  }

  /** Lets go of an entry and of the memory behind its picture. */
  #forget(entry: AttachmentEntry): void {
    if (!this.#entries.includes(entry)) return;
    entry.isRemoved = true;
    this.#entries = this.#entries.filter((other) => other !== entry);
    const { picture, file } = entry;
    if (picture !== null && file !== null) {
      this.#options.urls.revoke(picture);
      entry.picture = null;
    }
    this.#show();
  }

  #show(notes: Partial<Omit<AttachmentsView, "items">> = {}): void {
    const { view } = this.#options;
    const items = this.#entries
      .filter(({ isSending }) => !isSending)
      .map(itemOf);
    view.set({ ...view.get(), ...notes, items });
  }

  /** Names of what a page that ends now would lose. */
  get unsafeNames(): readonly string[] {
    return this.#entries.filter(wouldBeLost).map(({ name }) => name);
  }
}
