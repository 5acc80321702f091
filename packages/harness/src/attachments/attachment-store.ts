/** The port to the files that a person gave to one session. What it does not hold does not exist there. */
import type { NormalizedImage, KeptMediaType } from "./image-normalizer.ts";
import type { ModelPart, PartsRequest } from "./model-part.ts";
import type { Upload } from "./upload.ts";

/** What is kept of an attachment. */
export interface KeptAttachment {
  readonly mediaType: KeptMediaType;
  readonly sizeBytes: number;
}

export interface OpenedImage extends KeptAttachment {
  readonly bytes: Buffer;
}

/** A file that has come in whole and may be a picture. */
export interface ReceivedUpload {
  /** By its bytes. */
  readonly mediaType: string;
  readonly sizeBytes: number;
}

export interface AddOptions {
  /** Told once, when the file is there and before it is read as a picture. */
  readonly onReceived?: (received: ReceivedUpload) => void;
}

export interface AttachmentStore {
  /**
   * Takes a file in under an id of ours: reads its bytes up to the limit, checks what it is, and keeps a normalised
   * picture of it, durable. Rejects with an `AttachmentError`, or with the signal's reason once the upload is aborted;
   * whatever happens, nothing else of the file is left.
   */
  add(
    attachmentId: string,
    upload: Upload,
    options?: AddOptions,
  ): Promise<NormalizedImage>;
  /** Facts about what is kept; undefined when there is nothing under that id. */
  get(attachmentId: string): Promise<KeptAttachment | undefined>;
  /** What is kept, checked again; undefined when it is missing or damaged. */
  open(attachmentId: string): Promise<OpenedImage | undefined>;
  /** Idempotent. */
  remove(attachmentId: string): Promise<void>;
  /** Removes what is kept under any other id. */
  keepOnly(attachmentIds: ReadonlySet<string>): Promise<void>;
  /** Removes everything, after work under way; nothing can be added any more. Idempotent. */
  removeAll(): Promise<void>;
  /** The attachments of a conversation as a model gets them; see `PartsRequest`. Never rejects for a bad file. */
  toModelParts(
    request: PartsRequest,
  ): Promise<readonly (readonly ModelPart[])[]>;
  /** Lets go of everything; what is kept stays. Idempotent. */
  close(): Promise<void>;
}

/** Opens the attachments of sessions. */
export interface AttachmentStores {
  /** The store of the session whose folder this is; left-overs of uploads that a crash cut off are gone then. */
  open(sessionFolder: string): Promise<AttachmentStore>;
  /** Ends what is running. Idempotent. */
  close(): Promise<void>;
}
