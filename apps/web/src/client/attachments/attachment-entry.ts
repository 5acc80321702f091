/** One file of the composer, with everything that is done with it. */
import type { Attachment } from "@agent-studio/shared";
import { asFailure } from "../api-failure.ts";
import type { FailureCode } from "../api-failure.ts";
import type { AttachmentItem, AttachmentStatus } from "./attachments-view.ts";
import { UnfitFile } from "./prepare-file.ts";
import type { PreparedFile } from "./prepare-file.ts";

export interface AttachmentEntry {
  readonly localId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Null for one that came back from the server. */
  readonly file: File | null;
  prepared: PreparedFile | null;
  status: AttachmentStatus;
  picture: string | null;
  /** Ends what is being done with it. */
  work: AbortController;
  /** Part of a message that was sent before, and not this composer's to delete. */
  readonly isShared: boolean;
  /** With a message on its way, and out of sight. */
  isSending: boolean;
  /** Out of the composer; what is still on its way is deleted on arrival. */
  isRemoved: boolean;
}

/** An entry that waits for its turn. */
export function newEntry(localId: string, file: File): AttachmentEntry {
  return {
    localId,
    file,
    name: file.name,
    sizeBytes: file.size,
    prepared: null,
    status: { phase: "queued" },
    picture: null,
    work: new AbortController(),
    isShared: false,
    isSending: false,
    isRemoved: false,
  };
}

interface Picture {
  readonly picture: string;
}

/** An entry for what the server already has. */
export function adoptedEntry(
  attachment: Attachment,
  { picture, isShared }: Pick<AttachmentEntry, "isShared"> & Picture,
): AttachmentEntry {
  return {
    localId: attachment.attachmentId,
    file: null,
    name: attachment.name,
    sizeBytes: attachment.sizeBytes,
    prepared: null,
    status: { phase: "ready", attachment },
    picture,
    work: new AbortController(),
    isShared,
    isSending: false,
    isRemoved: false,
  };
}

/** What is shown of it. */
export function itemOf(entry: AttachmentEntry): AttachmentItem {
  const { localId, name, sizeBytes, picture, status } = entry;
  return { localId, name, sizeBytes, picture, status };
}

/** The server's id of it, once it has one. */
export function attachmentIdOf({ status }: AttachmentEntry): string | null {
  return status.phase === "ready" ? status.attachment.attachmentId : null;
}

/** Whether a page that ends now would lose it, and a person would miss it. */
export function wouldBeLost({ status }: AttachmentEntry): boolean {
  if (status.phase === "ready") return false;
  return status.phase !== "failed" || status.canRetry;
}

const PASSING: readonly FailureCode[] = [
  "NETWORK_FAILED",
  "RESPONSE_UNREADABLE",
  "RATE_LIMITED",
  "INTERNAL",
  "SHUTTING_DOWN",
  "STORE_UNAVAILABLE",
  "VIEWER_REQUIRED",
  "LIMIT_REACHED",
  "ATTACHMENT_NOT_FOUND",
];

/** How an entry ends that could not be brought to the server. */
export function failedStatus(
  error: unknown,
  entry: AttachmentEntry,
): AttachmentStatus {
  const { code } = asFailure(error);
  const format =
    error instanceof UnfitFile ? error.format : entry.prepared?.format;
  return {
    phase: "failed",
    code,
    canRetry: entry.file !== null && PASSING.includes(code),
    format: format ?? null,
  };
}
