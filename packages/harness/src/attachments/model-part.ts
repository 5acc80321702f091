/** Attachments as a model gets them, in neutral parts that an adapter of an agent loop maps to its own. */
import type { Attachment } from "@agent-studio/shared";

/** What a message keeps of an attachment: enough to find it and to speak of it, never its bytes. */
export type AttachmentReference = Pick<
  Attachment,
  "attachmentId" | "kind" | "name"
>;

export type ModelPart =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "image";
      readonly mediaType: string;
      readonly bytes: Buffer;
    };

/** Why an image is not sent. */
export type LeftOut =
  "no_image_input" | "removed" | "refused" | "missing" | "too_many";

export interface PartsRequest {
  /** The attachments of every message, oldest first; the last message is the one that is being sent. */
  readonly messages: readonly (readonly AttachmentReference[])[];
  /** Whether the model reads images at all. */
  readonly acceptsImages: boolean;
  /** Why one must not be sent; undefined when it may. */
  readonly leftOut: (reference: AttachmentReference) => LeftOut | undefined;
}

/** Every sentence about an attachment is a line of its own that begins like this. */
export const PART_MARK = "[Attached image ";
