/** The closed set of error codes, each with the one HTTP status it has, and those that only events carry. */
import * as z from "zod";

/** Codes that HTTP answers carry, with their status. */
export const API_ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  VIEWER_REQUIRED: 401,
  ACCESS_CODE_REQUIRED: 401,
  ORIGIN_NOT_ALLOWED: 403,
  HOST_NOT_ALLOWED: 403,
  SESSION_NOT_FOUND: 404,
  RUN_NOT_FOUND: 404,
  APPROVAL_NOT_FOUND: 404,
  ATTACHMENT_NOT_FOUND: 404,
  ARTIFACT_NOT_FOUND: 404,
  LAB_NOT_FOUND: 404,
  ACTION_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SESSION_BUSY: 409,
  SESSION_READ_ONLY: 409,
  APPROVAL_ALREADY_RESOLVED: 409,
  APPROVAL_DIGEST_MISMATCH: 409,
  MODEL_NOT_CONFIGURED: 409,
  MODEL_LACKS_IMAGE_INPUT: 409,
  ATTACHMENT_NOT_READY: 409,
  IDEMPOTENCY_CONFLICT: 409,
  ACTION_NOT_ALLOWED: 409,
  LIMIT_REACHED: 409,
  PAYLOAD_TOO_LARGE: 413,
  IMAGE_TOO_LARGE: 413,
  TOO_MANY_ATTACHMENTS: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  BASE_URL_NOT_ALLOWED: 422,
  MODEL_CONFIG_INVALID: 422,
  IMAGE_SIGNATURE_MISMATCH: 422,
  IMAGE_UNREADABLE: 422,
  IMAGE_DIMENSIONS_EXCEEDED: 422,
  IMAGE_TOO_MANY_FRAMES: 422,
  FILE_EMPTY: 422,
  TOOL_ARGUMENTS_INVALID: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  SHUTTING_DOWN: 503,
  STORE_UNAVAILABLE: 503,
} as const;
export type ApiErrorCode = keyof typeof API_ERROR_STATUS;

/** Codes that only events and tool results carry. */
export const EVENT_ONLY_CODES = [
  "PATH_OUTSIDE_WORKSPACE",
  "PATH_INVALID",
  "SYMLINK_NOT_ALLOWED",
  "PROTECTED_PATH",
  "NOT_A_REGULAR_FILE",
  "FILE_TOO_LARGE",
  "TOOL_UNKNOWN",
  "TOOL_DENIED",
  "TOOL_FAILED",
  "TOOL_CANCELLED",
  "REPEATED_TOOL_CALL",
  "PROVIDER_AUTH",
  "PROVIDER_RATE_LIMIT",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_PROTOCOL",
  "PROVIDER_REFUSED",
  "CONTEXT_OVERFLOW",
  "MAX_TURNS",
  "RUN_TIMEOUT",
  "INTERRUPTED",
  "UNKNOWN_OUTCOME",
] as const;
export type EventOnlyCode = (typeof EVENT_ONLY_CODES)[number];

const API_ERROR_CODES = Object.keys(API_ERROR_STATUS) as [
  ApiErrorCode,
  ...ApiErrorCode[],
];
export const ApiErrorCodeSchema = z.enum(API_ERROR_CODES);

/** Any code of the closed set: what events carry. */
export const ErrorCodeSchema = z.enum([
  ...API_ERROR_CODES,
  ...EVENT_ONLY_CODES,
]);
export type ErrorCode = z.infer<typeof ErrorCodeSchema>;

/** The one body that every error answer has. */
export const ApiErrorSchema = z.strictObject({
  error: z.strictObject({
    code: ApiErrorCodeSchema,
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ApiError = z.infer<typeof ApiErrorSchema>;

/** Builds the error body; `details` is left out when there is none. */
export function createApiError(
  code: ApiErrorCode,
  message: string,
  requestId: string,
  details?: Readonly<Record<string, unknown>>,
): ApiError {
  return {
    error: {
      code,
      message,
      requestId,
      ...(details === undefined ? {} : { details }),
    },
  };
}

/** The HTTP status of a code. */
export function statusOf(code: ApiErrorCode): number {
  return API_ERROR_STATUS[code];
}
