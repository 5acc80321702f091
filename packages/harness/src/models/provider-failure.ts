/** A failed model call as the product speaks of it: a code, a sentence that says what to do, and whether trying again makes sense. */
import { ErrorCodeSchema, type ErrorCode } from "@agent-studio/shared";
import { isRecord, numberAt, parseJson } from "./wire/json-record.ts";
import type { ProviderError, WireProblem } from "./wire/wire-problem.ts";

export interface ProviderFailure {
  readonly code: ErrorCode;
  /** A sentence that says what to do; never the provider's raw text. */
  readonly message: string;
  /** Whether a person may simply send the message again. */
  readonly retryable: boolean;
  /** Whether the same request may be sent again by itself. Never after a 4xx other than 408 and 429. */
  readonly again: boolean;
  /** The wait that the provider asked for, in milliseconds. */
  readonly retryAfterMs?: number;
}

const failure = (
  code: ErrorCode,
  message: string,
  options: { readonly retryable?: boolean; readonly again?: boolean } = {},
): ProviderFailure => ({
  code,
  message,
  retryable: options.retryable ?? options.again ?? false,
  again: options.again ?? false,
});

const AUTH = failure(
  "PROVIDER_AUTH",
  "The model provider refused the key. Check the key in the model settings.",
);
const RATE_LIMIT = failure(
  "PROVIDER_RATE_LIMIT",
  "The model provider is limiting requests. Wait a moment and try again.",
  { again: true },
);
const QUOTA = failure(
  "PROVIDER_RATE_LIMIT",
  "The account at the model provider has no quota or credit left. Check it there, or choose another model.",
);
const CONTEXT = failure(
  "CONTEXT_OVERFLOW",
  "The conversation is too long for this model. Start a new session or choose a model with a larger context.",
);
const REFUSED = failure(
  "PROVIDER_REFUSED",
  "The model provider refused to answer this. Change the message and try again.",
);
const IMAGE = failure(
  "PROVIDER_REFUSED",
  "The model provider did not take an image. Send the message without it, or choose another model.",
);
const UNKNOWN_MODEL = failure(
  "PROVIDER_PROTOCOL",
  "The model provider does not know this model. Check the model's name in the model settings.",
);
const NOT_FOUND = failure(
  "PROVIDER_PROTOCOL",
  "There is nothing at this address of the model provider. Check the address and the model's name in the model settings.",
);
const NOT_ACCEPTED = failure(
  "PROVIDER_PROTOCOL",
  "The model provider did not accept the request. Check the address and the model's name in the model settings.",
);
const DOWN = failure(
  "PROVIDER_UNAVAILABLE",
  "The model provider is overloaded or has a fault. Try again in a moment.",
  { again: true },
);
const UNREADABLE = failure(
  "PROVIDER_PROTOCOL",
  "The model's answer could not be read. Try again; if it happens again, check the address and the api in the model settings.",
  { again: true },
);

const PROBLEMS: Readonly<
  Record<
    Exclude<WireProblem["kind"], "status" | "error_event">,
    ProviderFailure
  >
> = {
  unreachable: failure(
    "PROVIDER_UNAVAILABLE",
    "The model provider could not be reached. Check the address and the network, then try again.",
    { again: true },
  ),
  refused_address: failure(
    "BASE_URL_NOT_ALLOWED",
    "The address of the model provider is not allowed. Change it in the model settings.",
  ),
  redirect: failure(
    "PROVIDER_PROTOCOL",
    "The address of the model provider answers with a redirect, which is not followed. Enter the final address in the model settings.",
  ),
  bad_header: failure(
    "PROVIDER_AUTH",
    "The key or a header holds characters that can't be sent. Enter it again in the model settings.",
  ),
  web_page: failure(
    "PROVIDER_PROTOCOL",
    "The address answered with a web page instead of a model's answer. Check the address in the model settings.",
    { retryable: true },
  ),
  unreadable: UNREADABLE,
  silence: failure(
    "PROVIDER_UNAVAILABLE",
    "The model provider stopped answering. Try again.",
    { again: true },
  ),
  broke_off: failure(
    "PROVIDER_UNAVAILABLE",
    "The connection to the model provider broke off before the answer was complete. Try again.",
    { again: true },
  ),
  too_large: failure(
    "PROVIDER_PROTOCOL",
    "The model's answer is larger than is accepted. Ask for less at a time.",
    { retryable: true },
  ),
  refused: REFUSED,
  missing_call: failure(
    "PROVIDER_PROTOCOL",
    "The model announced a tool call but sent none. Try again, or choose another model.",
    { again: true },
  ),
};

/** What was in the request that failed. */
export interface FailedRequest {
  readonly hasImages: boolean;
}

/** The failure that a problem on the wire is. */
export function describeProblem(
  problem: WireProblem,
  request: FailedRequest = { hasImages: false },
): ProviderFailure {
  if (problem.kind === "error_event")
    return describeError(problem.error, request);
  if (problem.kind !== "status") return PROBLEMS[problem.kind];
  const { retryAfterMs } = problem;
  const described = describeError(problem.error, request);
  return retryAfterMs === undefined || !described.again
    ? described
    : { ...described, ...longWait(described, retryAfterMs), retryAfterMs };
}

/** A wait that a person would notice is told; longer ones than a day are not believed. */
function longWait(
  { code }: ProviderFailure,
  waitMs: number,
): Partial<ProviderFailure> {
  if (code !== "PROVIDER_RATE_LIMIT" || waitMs < MINUTE_MS || waitMs > DAY_MS)
    return {};
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return {
    message: `The model provider is limiting requests and asks to wait for about ${minutes} min. Try again then.`,
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** In this order: what the status says of the server, then what the error is about, then what the status says of the request. */
const ERRORS: readonly (readonly [
  (error: ProviderError) => boolean,
  ProviderFailure,
])[] = [
  [
    // Some servers call it a fault of theirs; the same image would never pass.
    ({ status, about }) =>
      about === "image" && ![401, 402, 403, 429].includes(status ?? 0),
    IMAGE,
  ],
  [({ status }) => status !== undefined && status >= 500, DOWN],
  [({ status, about }) => about === "quota" || status === 402, QUOTA],
  [
    (error) =>
      error.status === 429 || has(error, /rate_?limit|too_many|throttl/),
    RATE_LIMIT,
  ],
  [({ status, about }) => status === 403 && about === "policy", REFUSED],
  [({ status }) => status === 401 || status === 403, AUTH],
  [({ status, about }) => about === "context" || status === 413, CONTEXT],
  [({ about }) => about === "policy", REFUSED],
  [({ about }) => about === "key", AUTH],
  [({ about }) => about === "model", UNKNOWN_MODEL],
  [({ status }) => status === 408, PROBLEMS.silence],
  [({ status }) => status === 404, NOT_FOUND],
  [
    (error) =>
      error.status !== undefined || has(error, /invalid|not_found|bad_request/),
    NOT_ACCEPTED,
  ],
];

function describeError(
  error: ProviderError,
  { hasImages }: FailedRequest,
): ProviderFailure {
  const described = ERRORS.find(([isIt]) => isIt(error))?.[1] ?? DOWN;
  return hasImages && mayBeImages(error, described) ? IMAGE : described;
}

/** A request too large, or one that was not accepted for no other reason that can be told. */
function mayBeImages(
  { status }: ProviderError,
  described: ProviderFailure,
): boolean {
  return described === NOT_ACCEPTED || status === 413;
}

function has(error: ProviderError, pattern: RegExp): boolean {
  return error.kinds.some((kind) => pattern.test(kind));
}

const PREFIX = "studio-failure:";
/** The agent loop tries again only after texts that it knows; this word is one. */
const AGAIN_MARK = " overloaded";

/** A failure as the one text that an error message of the agent loop has room for. */
export function encodeFailure(shown: ProviderFailure): string {
  return PREFIX + JSON.stringify(shown) + (shown.again ? AGAIN_MARK : "");
}

/** Reads `encodeFailure` back; undefined for any other text. */
export function decodeFailure(
  text: string | undefined,
): ProviderFailure | undefined {
  if (text?.startsWith(PREFIX) !== true) return undefined;
  const value = parseJson(text.slice(PREFIX.length, text.lastIndexOf("}") + 1));
  if (!isRecord(value)) return undefined;
  const { code, message, retryable, again } = value;
  const known = ErrorCodeSchema.safeParse(code);
  if (!known.success || typeof message !== "string") return undefined;
  const asked = numberAt(value, "retryAfterMs");
  return {
    code: known.data,
    message,
    retryable: retryable === true,
    again: again === true,
    ...(asked === undefined ? {} : { retryAfterMs: asked }),
  };
}
