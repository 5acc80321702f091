import { describe, expect, it } from "vitest";
import { createApiError } from "@agent-studio/shared";
import { anAttachment } from "@agent-studio/shared/testing";
import { createUploadFile } from "../../src/client/attachments/upload-file.ts";
import { FakeRequest } from "../fakes/fake-request.ts";
import { createManualClock, settle } from "../fakes/manual-clock.ts";

const SESSION = "ses_0000000000000000";

function anUpload() {
  const request = new FakeRequest();
  const clock = createManualClock();
  const end = new AbortController();
  const progress: number[] = [];
  const upload = createUploadFile({
    createRequest: () => request,
    clock,
  });
  const result = upload({
    sessionId: SESSION,
    blob: new Blob(["bytes"], { type: "image/png" }),
    name: "a.png",
    signal: end.signal,
    onProgress: (part) => progress.push(part),
  });
  return { request, clock, end, progress, result };
}

const OK = { attachment: anAttachment({ name: "a.png" }) };

describe("an upload", () => {
  it("sends one file part, tells its progress, and answers the attachment", async () => {
    const { request, progress, result, clock } = anUpload();
    request.sends(5, 10);
    request.hasSent();
    request.answers(201, OK);
    await expect(result).resolves.toEqual(OK.attachment);
    expect(request.opened).toEqual([
      "POST",
      `/api/sessions/${SESSION}/attachments`,
    ]);
    const parts = [...(request.form?.entries() ?? [])];
    expect(parts.map(([name]) => name)).toEqual(["file"]);
    expect(parts[0]?.[1]).toMatchObject({ name: "a.png", type: "image/png" });
    expect(progress).toEqual([0.5, 1]);
    expect(clock.pending).toBe(0);
    expect(request.isAborted).toBe(false);
  });

  it("fails with the server's own code, and with the time to wait", async () => {
    const { request, result } = anUpload();
    const body = createApiError("RATE_LIMITED", "Wait.", "req_0");
    request.answers(429, body, { "retry-after": "3" });
    await expect(result).rejects.toMatchObject({
      code: "RATE_LIMITED",
      status: 429,
      retryAfterMs: 3000,
    });
  });

  it.each([
    [201, { attachment: {} }],
    [201, "text"],
    [502, "bad gateway"],
  ])(
    "does not trust an answer %i of another protocol",
    async (status, body) => {
      const { request, result } = anUpload();
      request.answers(status, body);
      await expect(result).rejects.toMatchObject({
        code: "RESPONSE_UNREADABLE",
      });
    },
  );

  it.each(["error", "abort"] as const)(
    "is a failure of the network after %s",
    async (type) => {
      const { request, result } = anUpload();
      request.ends(type);
      await expect(result).rejects.toMatchObject({ code: "NETWORK_FAILED" });
    },
  );

  it("is given up after a minute without a sign of life, and not before", async () => {
    const { request, result, clock } = anUpload();
    const failed = expect(result).rejects.toMatchObject({
      code: "NETWORK_FAILED",
    });
    await clock.pass(59_000);
    request.sends(1, 10);
    await clock.pass(59_000);
    expect(request.isAborted).toBe(false);
    await clock.pass(1_000);
    await failed;
    expect(request.isAborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it("ends when it is called off, and does not begin after that", async () => {
    const { request, result, end } = anUpload();
    await settle();
    end.abort(new Error("removed"));
    await expect(result).rejects.toThrow("removed");
    expect(request.isAborted).toBe(true);
    const upload = createUploadFile({
      createRequest: () => new FakeRequest(),
      clock: createManualClock(),
    });
    const late = upload({
      sessionId: SESSION,
      blob: new Blob(),
      name: "b",
      signal: end.signal,
      onProgress: () => {},
    });
    await expect(late).rejects.toThrow("removed");
  });
});
