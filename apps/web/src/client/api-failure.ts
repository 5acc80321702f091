import type { ApiErrorCode } from "@agent-studio/shared";

/** The server's own codes, and two of the client: no answer came, or one that is not of this protocol. */
export type FailureCode =
  ApiErrorCode | "NETWORK_FAILED" | "RESPONSE_UNREADABLE";

export interface FailureFacts {
  readonly code: FailureCode;
  readonly message: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds the server asked to wait, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/** Why a command did not happen, or why nobody knows whether it did (`NETWORK_FAILED`). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: FailureCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.code = facts.code;
    this.status = facts.status;
    this.details = facts.details;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** Any thrown thing as an `ApiFailure`; what is none becomes `RESPONSE_UNREADABLE`. */
export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure({
    code: "RESPONSE_UNREADABLE",
    message: error instanceof Error ? error.message : String(error),
    status: 0,
  });
}
