/** Writes an upload to its file, piece by piece, as long as it can still be a picture within the limit. */
import type { FileHandle } from "node:fs/promises";
import { AttachmentError } from "./attachment-error.ts";
import type { AcceptedFormat } from "./image-format.ts";
import { IMAGE_LIMITS } from "./image-normalizer.ts";
import { SIGNATURE_BYTES } from "./image-signature.ts";
import { judgeUpload } from "./judge-upload.ts";
import type { Upload } from "./upload.ts";

export interface Received {
  readonly format: AcceptedFormat;
  readonly sizeBytes: number;
}

/**
 * Takes the whole upload into the file and closes it. Refuses as soon as it is certain: a kind that is not taken by its
 * first bytes, a size by the byte that is too much. Rejects with the signal's reason once that aborts, also while no
 * byte comes.
 */
export async function receiveUpload(
  file: FileHandle,
  upload: Upload,
): Promise<Received> {
  const pieces = upload.bytes[Symbol.asyncIterator]();
  const gone = whenAborted(upload.signal);
  const head = new Head();
  let sizeBytes = 0;
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), gone.promise]);
      if (next.done === true) break;
      sizeBytes += next.value.byteLength;
      if (sizeBytes > IMAGE_LIMITS.uploadBytes) throw tooLarge();
      if (head.add(next.value)) refuseIfCertain(upload, head.bytes);
      await file.writeFile(next.value);
    }
    upload.signal.throwIfAborted();
    return { format: judge(upload, head.bytes, sizeBytes), sizeBytes };
  } finally {
    gone.clear();
    // Not awaited: a source that hangs in its next piece would hang in this too.
    void giveBack(pieces);
    await file.close();
  }
}

/** The first bytes, as far as a signature needs them. */
class Head {
  #bytes = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** True when the piece made it complete. */
  add(piece: Uint8Array): boolean {
    const missing = SIGNATURE_BYTES - this.#bytes.length;
    if (missing <= 0) return false;
    this.#bytes = Buffer.concat([this.#bytes, piece.subarray(0, missing)]);
    return this.#bytes.length === SIGNATURE_BYTES;
  }
}

function refuseIfCertain(upload: Upload, head: Buffer): void {
  const judged = judgeUpload(upload, head);
  // What is not recognised is read on: its size may be what is wrong with it.
  if (
    judged instanceof AttachmentError &&
    judged.details?.["format"] !== "unknown"
  )
    throw judged;
}

function judge(
  upload: Upload,
  head: Buffer,
  sizeBytes: number,
): AcceptedFormat {
  if (sizeBytes === 0)
    throw new AttachmentError(
      "FILE_EMPTY",
      "The file is empty. Choose another one.",
    );
  const judged = judgeUpload(upload, head);
  if (judged instanceof AttachmentError) throw judged;
  return judged;
}

function tooLarge(): AttachmentError {
  const { uploadBytes } = IMAGE_LIMITS;
  return new AttachmentError(
    "IMAGE_TOO_LARGE",
    "The image is larger than 10 MB. Make it smaller and send it again.",
    { limitBytes: uploadBytes },
  );
}

async function giveBack(pieces: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    await pieces.return?.();
  } catch {
    // The source's own end is nobody's concern any more.
  }
}

function whenAborted(signal: AbortSignal): {
  readonly promise: Promise<never>;
  clear(): void;
} {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    promise,
    clear: () => signal.removeEventListener("abort", onAbort),
  };
}
