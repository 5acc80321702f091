/** What the composer shows of the files that are to go with the next message. */
import type { Attachment } from "@agent-studio/shared";
import type { FailureCode } from "../api-failure.ts";
import type { ImageFormat } from "./image-format.ts";

export type AttachmentStatus =
  | { readonly phase: "queued" | "preparing" }
  /** `progress` is the part of the bytes that is on the server, 0 to 1. */
  | { readonly phase: "uploading"; readonly progress: number }
  | { readonly phase: "ready"; readonly attachment: Attachment }
  | {
      readonly phase: "failed";
      readonly code: FailureCode;
      /** The same again may work. */
      readonly canRetry: boolean;
      /** What the file is, where it is nothing that can be attached. */
      readonly format: ImageFormat | null;
    };

export interface AttachmentItem {
  readonly localId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Address of a picture to show; null where there is none, or none that is safe to decode. */
  readonly picture: string | null;
  readonly status: AttachmentStatus;
}

export interface AttachmentsView {
  readonly items: readonly AttachmentItem[];
  /** Names of files that were more than a message can carry. */
  readonly leftOut: readonly string[];
  /** Names of files that were not uploaded when the page ended. */
  readonly lost: readonly string[];
  /** An attachment that could not be removed. */
  readonly notRemoved: {
    readonly name: string;
    readonly code: FailureCode;
  } | null;
}

export const NO_ATTACHMENTS: AttachmentsView = {
  items: [],
  leftOut: [],
  lost: [],
  notRemoved: null,
};

/** Whether a file is still on its way to the server. */
export function isPending({ status }: AttachmentItem): boolean {
  return status.phase !== "ready" && status.phase !== "failed";
}
