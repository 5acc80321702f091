/** Whether a file is taken: by its first bytes, held against what its sender says it is. Pure. */
import { AttachmentError } from "./attachment-error.ts";
import { extensionOf } from "./attachment-name.ts";
import {
  claimOfExtension,
  claimOfType,
  FILE_KINDS,
  isAccepted,
  type AcceptedFormat,
  type FileKindId,
} from "./image-format.ts";
import { identify } from "./image-signature.ts";

export interface UploadClaims {
  /** The sender's name of the file, as it came. */
  readonly name: string;
  readonly mediaType: string | undefined;
}

/**
 * The format of the picture that the bytes begin, or the refusal: a declared type or an ending that names another image
 * format than the bytes is a mismatch, what is no picture that can be read is unsupported. Only a missing or generic
 * type is decided by the bytes alone, and an ending of no image format says nothing.
 */
export function judgeUpload(
  { name, mediaType }: UploadClaims,
  head: Uint8Array,
): AcceptedFormat | AttachmentError {
  const type = claimOfType(mediaType);
  const held = identify(head);
  if (type === "no_image") return unsupported(named(held));
  for (const claim of [type, claimOfExtension(extensionOf(name))]) {
    if (claim === undefined || claim === held) continue;
    return isOnlyUnknown(claim, held)
      ? unsupported(claim)
      : mismatch(claim, held);
  }
  return isAccepted(held) ? held : unsupported(held);
}

/** Whether the bytes of a refused kind may well be what they are said to be: they are no other image. */
function isOnlyUnknown(claim: FileKindId, held: FileKindId): boolean {
  return !isAccepted(claim) && !FILE_KINDS[held].isImage;
}

/** A document that holds a picture after all is refused as the document that it is said to be. */
function named(held: FileKindId): FileKindId {
  return FILE_KINDS[held].isImage || held === "unknown" ? "unlisted" : held;
}

function unsupported(kind: FileKindId): AttachmentError {
  const { label, advice } = FILE_KINDS[kind];
  return new AttachmentError(
    "UNSUPPORTED_MEDIA_TYPE",
    `This is ${label}, which can't be read. ${advice}`,
    { format: kind },
  );
}

function mismatch(claim: FileKindId, held: FileKindId): AttachmentError {
  const { label, advice } = FILE_KINDS[held];
  const next = isAccepted(held)
    ? "Give it the right ending, or save it again, and send that."
    : advice;
  return new AttachmentError(
    "IMAGE_SIGNATURE_MISMATCH",
    `The file says that it is ${FILE_KINDS[claim].label}, but it holds ${label}. ${next}`,
    { claimed: claim, format: held },
  );
}
