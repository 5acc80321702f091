import type { ErrorCode } from "@agent-studio/shared";
import type { FailureCode } from "../client/api-failure.ts";

/** A code of the protocol, or of a request that failed on its way. */
export type AnyErrorCode = ErrorCode | FailureCode;

/** A sentence for every code, in one language. */
export type ErrorTexts = Readonly<Record<AnyErrorCode, string>>;
