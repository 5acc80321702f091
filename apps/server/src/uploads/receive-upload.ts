import type { IncomingMessage, ServerResponse } from "node:http";
import type { Upload } from "@agent-studio/harness";
import { boundaryOf, readFilePart } from "./file-part.ts";
import { requestBytes } from "./request-bytes.ts";
import type { UploadLimits } from "./upload-limits.ts";
import { UploadPace } from "./upload-pace.ts";
import { cutUpload, tooLargeUpload } from "./upload-refusal.ts";

export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly limits: UploadLimits;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Hands the one file of a multipart request to `take` while it comes in. Rejects with a refusal of the request, or as `take` does. */
export async function receiveUpload<T>(
  { request, response, limits, now }: ReceivedRequest,
  take: (upload: Upload) => Promise<T>,
): Promise<T> {
  const boundary = boundaryOf(request.headers["content-type"] ?? "");
  const pace = new UploadPace(limits);
  const source = requestBytes(request, { pace, now });
  const part = await readFilePart(source, boundary, limits);
  return take({
    name: part.name,
    mediaType: part.mediaType,
    bytes: isTooLarge(request, limits) ? tooLarge() : part.bytes,
    signal: goneSignal(response),
  });
}

/** Aborted when the connection closes before the answer was given. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(cutUpload());
  response.once("close", () => {
    if (!response.writableFinished) leave();
  });
  if (response.destroyed) leave();
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
  const next = () => Promise.reject(tooLargeUpload());
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
