import type { ApiErrorCode } from "@agent-studio/shared";

/** A refusal of a command: a code of the closed set and one sentence that says what to do next. */
export class HarnessError extends Error {
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  constructor(
    code: ApiErrorCode,
    message: string,
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = "HarnessError";
    this.code = code;
    this.details = details;
  }
}
