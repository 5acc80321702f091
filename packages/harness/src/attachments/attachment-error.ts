import type { ApiErrorCode } from "@agent-studio/shared";

/** Why a file was not taken in: a code of the closed set and one sentence that says what to do next. */
export class AttachmentError extends Error {
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  constructor(
    code: ApiErrorCode,
    message: string,
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = "AttachmentError";
    this.code = code;
    this.details = details;
  }
}
