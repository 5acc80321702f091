import { describe, expect, it } from "vitest";
import {
  API_ERROR_STATUS,
  ApiErrorSchema,
  EVENT_ONLY_CODES,
  EVENT_PAYLOADS,
  EVENT_TYPES,
  ErrorCodeSchema,
  HarnessEventSchema,
  MESSAGE_TEXT_LIMIT,
  MessageInputSchema,
  ModelConnectionInputSchema,
  ROUTES,
  createApiError,
  isEffectEvent,
  isRunEnd,
  statusOf,
} from "../src/index.ts";
import type { HarnessEvent } from "../src/index.ts";
import { anEvent } from "../src/testing/index.ts";

/** The table of the protocol, word for word. */
const ERROR_TABLE = `
400 VALIDATION_FAILED MALFORMED_JSON
401 VIEWER_REQUIRED ACCESS_CODE_REQUIRED
403 ORIGIN_NOT_ALLOWED HOST_NOT_ALLOWED
404 SESSION_NOT_FOUND RUN_NOT_FOUND APPROVAL_NOT_FOUND ATTACHMENT_NOT_FOUND ARTIFACT_NOT_FOUND LAB_NOT_FOUND ACTION_NOT_FOUND ROUTE_NOT_FOUND
405 METHOD_NOT_ALLOWED
409 SESSION_BUSY SESSION_READ_ONLY APPROVAL_ALREADY_RESOLVED APPROVAL_DIGEST_MISMATCH MODEL_NOT_CONFIGURED MODEL_LACKS_IMAGE_INPUT ATTACHMENT_NOT_READY IDEMPOTENCY_CONFLICT ACTION_NOT_ALLOWED LIMIT_REACHED
413 PAYLOAD_TOO_LARGE IMAGE_TOO_LARGE TOO_MANY_ATTACHMENTS
415 UNSUPPORTED_MEDIA_TYPE
422 BASE_URL_NOT_ALLOWED MODEL_CONFIG_INVALID IMAGE_SIGNATURE_MISMATCH IMAGE_UNREADABLE IMAGE_DIMENSIONS_EXCEEDED IMAGE_TOO_MANY_FRAMES FILE_EMPTY TOOL_ARGUMENTS_INVALID
429 RATE_LIMITED
500 INTERNAL
503 SHUTTING_DOWN STORE_UNAVAILABLE`;

const EVENT_CODES =
  "PATH_OUTSIDE_WORKSPACE PATH_INVALID SYMLINK_NOT_ALLOWED PROTECTED_PATH NOT_A_REGULAR_FILE FILE_TOO_LARGE TOOL_UNKNOWN TOOL_DENIED TOOL_FAILED TOOL_CANCELLED REPEATED_TOOL_CALL PROVIDER_AUTH PROVIDER_RATE_LIMIT PROVIDER_UNAVAILABLE PROVIDER_PROTOCOL PROVIDER_REFUSED CONTEXT_OVERFLOW MAX_TURNS RUN_TIMEOUT INTERRUPTED UNKNOWN_OUTCOME";

const EVENT_NAMES =
  "session.started session.resumed session.updated session.closed model.configured model.cleared attachment.added attachment.updated attachment.rejected attachment.removed run.started user.message model.requested model.responded run.retrying run.resumed assistant.started assistant.delta assistant.completed tool.drafted tool.requested tool.started tool.progressed tool.completed tool.failed tool.denied approval.required approval.resolved skill.requested skill.loaded artifact.saved lab.updated run.completed run.failed run.cancelled";

describe("errors", () => {
  it("are the closed set of the protocol, each with its one status", () => {
    const expected = Object.fromEntries(
      ERROR_TABLE.trim()
        .split("\n")
        .flatMap((line) => {
          const [status, ...codes] = line.split(" ");
          return codes.map((code) => [code, Number(status)]);
        }),
    );
    expect(API_ERROR_STATUS).toEqual(expected);
    expect(EVENT_ONLY_CODES).toEqual(EVENT_CODES.split(" "));
    expect(statusOf("SESSION_BUSY")).toBe(409);
  });

  it("may all appear in events", () => {
    for (const code of [
      ...Object.keys(API_ERROR_STATUS),
      ...EVENT_ONLY_CODES,
    ]) {
      expect(ErrorCodeSchema.safeParse(code).success).toBe(true);
    }
    expect(ErrorCodeSchema.safeParse("toString").success).toBe(false);
  });

  it("have one body, with details only where there are some", () => {
    const plain = createApiError(
      "SESSION_BUSY",
      "Wait for the run to end, or stop it.",
      "req_1",
    );
    expect(plain).toStrictEqual({
      error: {
        code: "SESSION_BUSY",
        message: "Wait for the run to end, or stop it.",
        requestId: "req_1",
      },
    });
    const detailed = createApiError(
      "LIMIT_REACHED",
      "Delete a session first.",
      "req_1",
      { limit: 200 },
    );
    expect(detailed.error.details).toEqual({ limit: 200 });
    for (const error of [plain, detailed])
      expect(ApiErrorSchema.parse(error)).toEqual(error);
  });
});

describe("events", () => {
  it("are those of the protocol, named noun first", () => {
    expect([...EVENT_TYPES].sort()).toEqual(EVENT_NAMES.split(" ").sort());
    for (const type of EVENT_TYPES) expect(type).toMatch(/^[a-z]+\.[a-z]+$/);
  });

  it.each([...EVENT_TYPES])("parse as they are: %s", (type) => {
    const event = anEvent({ type, runId: "run_0000000000000000" });
    expect(HarnessEventSchema.parse(event)).toEqual(event);
  });

  it("are refused with a wrong payload, id, time or sequence", () => {
    const event = anEvent({ type: "user.message" });
    for (const wrong of [
      { payload: {} },
      { eventId: "17" },
      { timestamp: "2026-01-01" },
      { sequence: 0 },
      { type: "user.shouted" },
      { runId: "ses_0000000000000000" },
    ]) {
      expect(HarnessEventSchema.safeParse({ ...event, ...wrong }).success).toBe(
        false,
      );
    }
  });

  it("take a field of a later version as harmless", () => {
    const event = { ...anEvent({ type: "model.cleared" }), mood: "good" };
    const parsed: HarnessEvent = HarnessEventSchema.parse(event);
    expect(parsed).toEqual(anEvent({ type: "model.cleared" }));
  });

  it("end a run with exactly three types", () => {
    const ends = EVENT_TYPES.filter((type) => isRunEnd({ type }));
    expect(ends).toEqual(["run.completed", "run.failed", "run.cancelled"]);
  });

  it("must survive the machine when they are effects", () => {
    const prefixes =
      /^(session|attachment|run|approval|artifact|lab)\.|^(model\.configured|user\.message)$|^tool\.(started|completed|failed|denied)$/;
    expect(EVENT_TYPES.filter((type) => isEffectEvent({ type }))).toEqual(
      EVENT_TYPES.filter((type) => prefixes.test(type)),
    );
  });
});

describe("a message", () => {
  const accepts = (input: unknown) =>
    MessageInputSchema.safeParse(input).success;

  it("needs text or an attachment", () => {
    expect(accepts({ text: "Hello" })).toBe(true);
    expect(
      accepts({ text: " \n", attachmentIds: ["att_0000000000000000"] }),
    ).toBe(true);
    for (const input of [
      {},
      { text: "" },
      { text: " \n\t" },
      { text: " ", attachmentIds: [] },
    ]) {
      expect(accepts(input)).toBe(false);
    }
  });

  it("has at most 32,000 UTF-16 units", () => {
    expect(MESSAGE_TEXT_LIMIT).toBe(32_000);
    expect(accepts({ text: "a".repeat(32_000) })).toBe(true);
    expect(accepts({ text: "a".repeat(32_001) })).toBe(false);
    expect(accepts({ text: "😀".repeat(16_000) })).toBe(true);
    expect(accepts({ text: "😀".repeat(16_001) })).toBe(false);
  });

  it("leaves more than ten attachments to an error of their own", () => {
    const attachmentIds = Array.from(
      { length: 11 },
      (_, index) => `att_${String(index).padStart(16, "0")}`,
    );
    expect(accepts({ text: "", attachmentIds })).toBe(true);
  });

  it("has a key of 1 to 64 plain characters, if any", () => {
    for (const clientMessageId of ["a", "A-z_9", "x".repeat(64)])
      expect(accepts({ text: "a", clientMessageId })).toBe(true);
    for (const clientMessageId of ["", "a b", "x".repeat(65), "ä"])
      expect(accepts({ text: "a", clientMessageId })).toBe(false);
  });

  it("has no other field", () => {
    expect(accepts({ text: "a", role: "system" })).toBe(false);
  });
});

describe("routes", () => {
  it("name each method and path once", () => {
    const names = Object.values(ROUTES).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(
      names.every((name) => /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(name)),
    ).toBe(true);
  });

  it("need a viewer, but for the three that come before one", () => {
    const open = Object.values(ROUTES).filter(({ viewer }) => !viewer);
    expect(open.map(({ path }) => path).sort()).toEqual([
      "/api/health",
      "/api/openapi.json",
      "/api/viewer",
    ]);
  });

  it("refuse unknown fields of a connection", () => {
    const input = {
      providerId: "demo",
      api: "demo",
      modelId: "demo",
      supportsImages: true,
    };
    expect(ModelConnectionInputSchema.safeParse(input).success).toBe(true);
    expect(
      ModelConnectionInputSchema.safeParse({ ...input, hasKey: true }).success,
    ).toBe(false);
  });
});

describe("builders", () => {
  it("have a valid payload of every type", () => {
    for (const type of EVENT_TYPES) {
      expect(
        EVENT_PAYLOADS[type].safeParse(anEvent({ type }).payload).success,
      ).toBe(true);
    }
  });
});
