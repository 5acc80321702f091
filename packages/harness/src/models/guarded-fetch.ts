/** A `fetch` for one origin that reaches nothing but public addresses, or what the operator listed. Port and failures. */
import type { BaseUrlReason } from "@agent-studio/shared";

export interface GuardedFetch {
  /**
   * Like the global `fetch`, for http(s) URLs of the one origin. Redirects are failures, proxy settings of the environment
   * are ignored. Rejects with a `GuardedFetchError`, or with the reason of the caller's signal; so does reading the body.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Ends what runs, closes every socket, and refuses what comes later. Idempotent. */
  readonly close: () => Promise<void>;
}

/** Milliseconds and bytes. */
export interface GuardedFetchLimits {
  readonly dnsMs: number;
  /** From the first look-up to a socket that can be written to, TLS included. */
  readonly connectMs: number;
  /** From the request to the end of the response's headers. */
  readonly headersMs: number;
  /** Silence within the body. Beyond one second it is kept to about a second. */
  readonly idleMs: number;
  /** The whole exchange, until the body has been read. */
  readonly totalMs: number;
  readonly headerBytes: number;
  /** The body as it comes over the wire. */
  readonly bodyBytes: number;
  /** The body as it is read, after decompression. */
  readonly decompressedBytes: number;
}

export const GUARDED_FETCH_LIMITS: GuardedFetchLimits = {
  dnsMs: 3_000,
  connectMs: 10_000,
  headersMs: 120_000,
  idleMs: 60_000,
  totalMs: 600_000,
  headerBytes: 32 * 1024,
  bodyBytes: 32 * 1024 * 1024,
  decompressedBytes: 32 * 1024 * 1024,
};

export type GuardedFetchErrorCode =
  | "refused"
  | "redirect"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "too_large"
  | "protocol"
  | "interrupted"
  | "closed";

export interface GuardedFetchErrorDetails {
  /** Why the guard refused, or why a name did not resolve. */
  readonly reason?: BaseUrlReason;
  /** The status of a redirect. */
  readonly status?: number;
  /** Which limit a timeout is of. */
  readonly phase?: "dns" | "connect" | "headers" | "idle" | "total";
}

const SENTENCES: Readonly<Record<GuardedFetchErrorCode, string>> = {
  refused: "The guard of model addresses refused the connection.",
  redirect:
    "The model service answered with a redirect, which is never followed. Use the address it redirects to.",
  dns: "The host name of the model service did not resolve.",
  connect: "No connection to the model service could be made.",
  tls: "The model service could not prove its identity over TLS.",
  timeout: "The model service did not answer in time.",
  too_large: "The answer of the model service is larger than allowed.",
  protocol: "The answer of the model service is not valid HTTP.",
  interrupted: "The connection to the model service broke off.",
  closed: "The connection to the model service was closed here.",
};

/**
 * An expected failure. The message depends on the code alone, and there is no `cause`: errors of sockets and resolvers
 * carry addresses of the machine and its network.
 */
export class GuardedFetchError extends Error {
  override readonly name = "GuardedFetchError";
  readonly code: GuardedFetchErrorCode;
  readonly details: GuardedFetchErrorDetails;

  constructor(
    code: GuardedFetchErrorCode,
    details: GuardedFetchErrorDetails = {},
  ) {
    super(SENTENCES[code]);
    this.code = code;
    this.details = details;
  }
}

const FAILURES: Readonly<
  Record<string, readonly [GuardedFetchErrorCode, GuardedFetchErrorDetails?]>
> = {
  UND_ERR_HEADERS_TIMEOUT: ["timeout", { phase: "headers" }],
  UND_ERR_BODY_TIMEOUT: ["timeout", { phase: "idle" }],
  UND_ERR_HEADERS_OVERFLOW: ["too_large"],
  HPE_HEADER_OVERFLOW: ["too_large"],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ["too_large"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["protocol"],
  UND_ERR_DESTROYED: ["closed"],
  UND_ERR_CLOSED: ["closed"],
};

/** The guarded failure that is, or is at the root of, any error of the HTTP client. */
export function toGuardedFetchError(error: unknown): GuardedFetchError {
  for (const cause of causesOf(error)) {
    if (cause instanceof GuardedFetchError) return cause;
    const code =
      "code" in cause && typeof cause.code === "string" ? cause.code : "";
    const known = FAILURES[code];
    if (known !== undefined) return new GuardedFetchError(...known);
    const isUnreadable =
      cause.name === "HTTPParserError" ||
      /^(Z_|ERR_?_?(BROTLI|ZSTD))/.test(code);
    if (isUnreadable) return new GuardedFetchError("protocol");
  }
  return new GuardedFetchError("interrupted");
}

function* causesOf(error: unknown): Generator<Error> {
  let next = error;
  for (let depth = 0; depth < 5 && next instanceof Error; depth += 1) {
    yield next;
    next = next.cause;
  }
}
