import type { IncomingMessage, ServerResponse } from "node:http";
import type { Upload } from "@agent-studio/harness";
import { Refusal } from "../http/refusal.ts";
import { boundaryOf, readFilePart } from "./file-part.ts";
import { requestBytes } from "./request-bytes.ts";
import type { UploadLimits } from "./upload-limits.ts";
import { UploadPace } from "./upload-pace.ts";

export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly limits: UploadLimits;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/**
 * Hands the one file of a multipart request to `take` while it comes in. What is wrong with the request wins over what
 * `take` makes of a file that ends too early.
 */
export async function receiveUpload<T>(
  { request, response, limits, now }: ReceivedRequest,
  take: (upload: Upload) => Promise<T>,
): Promise<T> {
  const boundary = boundaryOf(request.headers["content-type"] ?? "");
  const pace = new UploadPace(limits);
  const source = requestBytes(request, { pace, now });
  const { name, mediaType, bytes } = await readFilePart(
    source,
    boundary,
    limits,
  );
  const noted = noteFailure(isTooLarge(request, limits) ? tooLarge() : bytes);
  try {
    return await take({
      name,
      mediaType,
      bytes: noted.bytes,
      signal: goneSignal(response),
    });
  } catch (error) {
    throw noted.failure() ?? error;
  }
}

/** Aborted when the connection closes before the answer was given. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) gone.abort();
  return gone.signal;
}

/** Whether the announced length can't be that of a file within the limit, whatever is around it. */
function isTooLarge(
  request: IncomingMessage,
  { fileBytes, aroundBytes, headBytes }: UploadLimits,
): boolean {
  const length = Number(request.headers["content-length"] ?? 0);
  return length > fileBytes + 2 * aroundBytes + headBytes;
}

/** Fails before anything of the file is read. */
function tooLarge(): AsyncIterable<Uint8Array> {
  const next = () =>
    Promise.reject(
      new Refusal(
        "IMAGE_TOO_LARGE",
        "A file may have at most 10 MB. Make the image smaller and send it again.",
      ),
    );
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

/** The same bytes, and what went wrong when they were read. */
function noteFailure(bytes: AsyncIterable<Uint8Array>) {
  let failed: unknown;
  async function* noting(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* bytes;
    } catch (error) {
      failed = error;
      throw error;
    }
  }
  return { bytes: noting(), failure: () => failed };
}
