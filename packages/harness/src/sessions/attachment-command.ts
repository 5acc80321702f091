/** Commands on the attachments of a session. */
import type { Attachment, ErrorCode } from "@agent-studio/shared";

export type AttachmentCommand =
  /** A file is there and is read as a picture now. */
  | { readonly type: "add_attachment"; readonly attachment: Attachment }
  /** It was read. */
  | { readonly type: "settle_attachment"; readonly attachment: Attachment }
  /** It was refused, with a code, or is not wanted any more, without one. */
  | {
      readonly type: "drop_attachment";
      readonly attachmentId: string;
      readonly name: string;
      readonly code?: ErrorCode;
    }
  | { readonly type: "remove_attachment"; readonly attachmentId: string };
