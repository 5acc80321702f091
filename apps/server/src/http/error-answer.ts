/** The one error body: every failure of a request becomes one of the closed set of codes here, and nowhere else. */
import {
  EventStoreError,
  HarnessError,
  WorkspaceError,
} from "@agent-studio/harness";
import {
  createApiError,
  statusOf,
  type ApiErrorCode,
} from "@agent-studio/shared";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

interface Answer {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sentences that are the same whoever refuses: what does not exist and what belongs to someone else
 * must not be told apart.
 */
const FIXED_MESSAGES: Partial<Record<ApiErrorCode, string>> = {
  SESSION_NOT_FOUND:
    "There is no such session. List your sessions to see which there are.",
  RUN_NOT_FOUND:
    "There is no such run in this session. List its runs to see which there are.",
  APPROVAL_NOT_FOUND:
    "There is no such approval in this session. List its approvals to see which there are.",
  ATTACHMENT_NOT_FOUND:
    "There is no such attachment in this session. Upload it again.",
  ARTIFACT_NOT_FOUND:
    "There is no such artifact in this session. List its artifacts to see which there are.",
  LAB_NOT_FOUND: "There is no such lab. List the labs to see which there are.",
  ACTION_NOT_FOUND:
    "The lab of this session has no such action. List the labs to see which there are.",
  ROUTE_NOT_FOUND:
    "There is nothing at this address. See /api/openapi.json for what there is.",
  INTERNAL:
    "Something went wrong in the server. Try again, and report the request id if it happens again.",
};

/** What Fastify itself throws, by status: it has its own codes, which no client of ours knows. */
const FRAMEWORK_ANSWERS: Readonly<Record<number, Answer>> = {
  400: {
    code: "VALIDATION_FAILED",
    message: "The request is not valid HTTP. Check its headers and its length.",
  },
  413: {
    code: "PAYLOAD_TOO_LARGE",
    message: "The body is larger than 256 KiB. Send less at once.",
  },
  415: {
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "Send the body as application/json.",
  },
};

const STORE_FAILURE: Answer = {
  code: "STORE_UNAVAILABLE",
  message:
    "The session's log can't be read or written at the moment. Make sure that the disk has room, then try again.",
};

/** What a disk says that is full, read-only or not ours, or when too many files are open: no defect of the program. */
const DISK_FAILURES: ReadonlySet<unknown> = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT"],
  ...["EFBIG", "EIO", "EMFILE", "ENFILE"],
]);
const DISK_FAILURE: Answer = {
  code: "STORE_UNAVAILABLE",
  message:
    "The data folder can't be written at the moment. Make sure that the disk has room and that the server may write there, then try again.",
};

function isDiskFailure(error: unknown): boolean {
  if (error instanceof WorkspaceError)
    return DISK_FAILURES.has(error.systemCode);
  return (
    error instanceof Error &&
    "syscall" in error &&
    "path" in error &&
    "code" in error &&
    DISK_FAILURES.has(error.code)
  );
}

function answerFor(error: unknown): Answer {
  if (error instanceof Refusal || error instanceof HarnessError) return error;
  if (error instanceof EventStoreError) return STORE_FAILURE;
  if (isDiskFailure(error)) return DISK_FAILURE;
  const status = frameworkStatus(error);
  return (
    (status === undefined ? undefined : FRAMEWORK_ANSWERS[status]) ?? {
      code: "INTERNAL",
      message: "",
    }
  );
}

function frameworkStatus(error: unknown): number | undefined {
  if (
    !(error instanceof Error) ||
    !("statusCode" in error) ||
    !("code" in error)
  )
    return undefined;
  return typeof error.statusCode === "number" ? error.statusCode : undefined;
}

/** Answers a failed request. What nobody expected is logged with its cause and told without it. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = answerFor(error);
  if (answer.code === "INTERNAL" || answer === DISK_FAILURE)
    request.log.error({ err: error }, "A request failed unexpectedly.");
  const message = FIXED_MESSAGES[answer.code] ?? answer.message;
  void reply
    .headers(answer.headers ?? {})
    .code(statusOf(answer.code))
    .type("application/json; charset=utf-8")
    .send(createApiError(answer.code, message, request.id, answer.details));
}
