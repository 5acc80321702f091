import type { ApiErrorCode } from "@agent-studio/shared";

export interface RefusalExtras {
  readonly details?: Readonly<Record<string, unknown>>;
  /** Headers that belong to the answer, such as `allow` or `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the transport refuses by itself, before a session is asked: one code, one sentence that says what to do next. */
export class Refusal extends Error {
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ApiErrorCode, message: string, extras: RefusalExtras = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }
}

/** One place in a request that is wrong. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A request that does not follow its schema. */
export function invalidInput(issues: readonly InputIssue[]): Refusal {
  return new Refusal(
    "VALIDATION_FAILED",
    "The request does not follow its schema. See details.issues for each place.",
    {
      details: { issues },
    },
  );
}

/** Something that is not there, or not for the one who asks: the sentence is fixed by the code (see `error-answer.ts`). */
export function notFound(code: ApiErrorCode): Refusal {
  return new Refusal(code, "");
}
