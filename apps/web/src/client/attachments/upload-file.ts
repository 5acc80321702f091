/** One file on its way to the server, with progress, which `fetch` does not tell. */
import { ROUTES } from "@agent-studio/shared";
import type { Attachment } from "@agent-studio/shared";
import { addressOf, failureOf } from "../api-client.ts";
import { ApiFailure } from "../api-failure.ts";
import type { Clock } from "../clock.ts";

export interface UploadInput {
  readonly sessionId: string;
  readonly blob: Blob;
  readonly name: string;
  readonly signal: AbortSignal;
  /** The part of the bytes that is on its way, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** What is used of `XMLHttpRequest`. */
export interface UploadRequest extends Pick<
  XMLHttpRequest,
  | "open"
  | "send"
  | "abort"
  | "status"
  | "responseText"
  | "readyState"
  | "DONE"
  | "getResponseHeader"
  | "addEventListener"
> {
  readonly upload: Pick<XMLHttpRequestUpload, "addEventListener">;
}

/** Rejects with `ApiFailure`, or with the signal's reason when it aborts. */
export type UploadFile = (input: UploadInput) => Promise<Attachment>;

/** Without a sign of life for this long, an upload is given up. */
const SILENCE_LIMIT_MS = 60_000;
const NETWORK_FAILED = {
  code: "NETWORK_FAILED",
  message: "The server did not answer.",
  status: 0,
} as const;

/** Uploads over `XMLHttpRequest`. */
export function createUploadFile(options: {
  readonly createRequest: () => UploadRequest;
  readonly clock: Clock;
}): UploadFile {
  return async (input) => {
    input.signal.throwIfAborted();
    const { sessionId, blob, name } = input;
    const form = new FormData();
    form.append("file", blob, name);
    const request = options.createRequest();
    request.open("POST", addressOf(ROUTES.addAttachment, { sessionId }));
    await sendForm(request, form, { ...options, ...input });
    const answer = answerOf(request);
    if (request.status !== 201) throw await failureOf(answer);
    return readAttachment(answer);
  };
}

type SendOptions = Pick<UploadInput, "signal" | "onProgress"> & {
  readonly clock: Clock;
};

/** Resolves when there is an answer, whichever. */
async function sendForm(
  request: UploadRequest,
  form: FormData,
  { signal, onProgress, clock }: SendOptions,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<null>();
  const giveUp = () => reject(new ApiFailure(NETWORK_FAILED));
  const watch = () => clock.after(SILENCE_LIMIT_MS, giveUp);
  let endWatch = watch();
  const live = () => {
    endWatch();
    endWatch = watch();
  };
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  request.upload.addEventListener("progress", (event) => {
    live();
    if (event.lengthComputable) onProgress(event.loaded / event.total);
  });
  request.upload.addEventListener("load", () => {
    live();
    onProgress(1);
  });
  request.addEventListener("load", () => resolve(null));
  request.addEventListener("error", giveUp);
  request.addEventListener("abort", giveUp);
  request.send(form);
  try {
    await promise;
  } finally {
    endWatch();
    signal.removeEventListener("abort", abort);
    // Ends a request that nobody waits for; one that is over keeps its answer.
    if (request.readyState !== request.DONE) request.abort();
  }
}

function answerOf(request: UploadRequest): Response {
  const retryAfter = request.getResponseHeader("retry-after");
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { "retry-after": retryAfter },
  });
}

async function readAttachment(answer: Response): Promise<Attachment> {
  const contract = ROUTES.addAttachment.success[201];
  const body: unknown = await answer.json().catch(() => undefined);
  const parsed = contract.safeParse(body);
  if (parsed.success) return parsed.data.attachment;
  throw new ApiFailure({
    code: "RESPONSE_UNREADABLE",
    message: "The answer to the upload is not of this protocol.",
    status: answer.status,
  });
}
