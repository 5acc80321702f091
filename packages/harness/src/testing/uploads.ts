/** Uploads for tests: whole, in pieces, hanging, or breaking off. */
import type { Upload } from "../attachments/upload.ts";

export interface UploadOptions {
  readonly name?: string;
  readonly mediaType?: string | undefined;
  readonly signal?: AbortSignal;
  /** Bytes a piece. */
  readonly pieceBytes?: number;
}

/** An upload that gives these bytes and ends. */
export function uploadOf(
  bytes: Uint8Array,
  options: UploadOptions = {},
): Upload {
  return toUpload(pieces(bytes, options.pieceBytes), options);
}

/** An upload that gives these bytes and then waits for ever, as a connection that hangs does. */
export function hangingUpload(
  bytes: Uint8Array,
  options: UploadOptions = {},
): Upload {
  return toUpload(thenHang(bytes, options.pieceBytes), options);
}

/** An upload that gives these bytes and then fails, as a connection that breaks does. */
export function brokenUpload(
  bytes: Uint8Array,
  options: UploadOptions = {},
): Upload {
  return toUpload(thenBreak(bytes, options.pieceBytes), options);
}

function toUpload(
  bytes: AsyncIterable<Uint8Array>,
  { name = "picture.png", mediaType, signal }: UploadOptions,
): Upload {
  return {
    name,
    mediaType,
    bytes,
    signal: signal ?? new AbortController().signal,
  };
}

async function* pieces(
  bytes: Uint8Array,
  pieceBytes = 65_536,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield bytes.subarray(at, at + pieceBytes);
}

async function* thenHang(
  bytes: Uint8Array,
  pieceBytes?: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* pieces(bytes, pieceBytes);
  await new Promise<never>(() => undefined);
}

async function* thenBreak(
  bytes: Uint8Array,
  pieceBytes?: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* pieces(bytes, pieceBytes);
  throw new Error("The connection broke.");
}
