import type { Attachment } from "@agent-studio/shared";

/** One file on its way in, as it comes from outside: nothing of it can be trusted. */
export interface Upload {
  /** The sender's name of the file, for display only. */
  readonly name: string;
  /** What the sender says the file is; undefined when it says nothing. */
  readonly mediaType: string | undefined;
  /** Read once, at most up to the limit, and given back (`return`) when no more of it is wanted. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborted when the sender is gone: nothing of the file is kept then. */
  readonly signal: AbortSignal;
}

/** An attachment with its normalised bytes. */
export interface OpenedAttachment {
  readonly attachment: Attachment;
  readonly bytes: Buffer;
}
