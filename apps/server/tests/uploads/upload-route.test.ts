import { HarnessError } from "@agent-studio/harness";
import { AttachmentSchema } from "@agent-studio/shared";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSession } from "../../src/testing/fake-session.ts";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { fileForm } from "../../src/testing/multipart.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
let session: FakeSession;
let path: string;

beforeAll(async () => {
  server = await startFakeApp();
  viewer = await server.viewer();
  session = server.sessions.session(await viewer.createSession());
  path = `/api/sessions/${session.sessionId}/attachments`;
});
afterAll(() => server.app.close());

async function upload(form: FormData) {
  const { status, body } = await viewer.request("POST", path, form);
  expect(status).toBe(201);
  return AttachmentSchema.parse((body as { attachment: unknown }).attachment);
}

const contentOf = (attachmentId: string, headers = {}) =>
  fetch(`${server.url}${path}/${attachmentId}/content`, {
    headers: { cookie: viewer.cookie, ...headers },
  });

describe("an upload", () => {
  it("hands the session the file with what its sender said of it", async () => {
    const { attachmentId } = await upload(
      fileForm("some bytes", { name: "Ⅷ.png", type: "image/png" }),
    );
    expect(session.calls.at(-1)).toEqual([
      "addAttachment",
      { name: "Ⅷ.png", mediaType: "image/png" },
      {
        actor: { kind: "viewer", id: viewer.viewerId },
        requestId: expect.stringMatching(/^req_/) as string,
      },
    ]);
    const stored = session.attachments.get(attachmentId);
    expect(stored?.bytes.toString()).toBe("some bytes");
  });

  it("may be ten megabytes that come as they are read", async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, "0123456789");
    const { attachmentId } = await upload(fileForm(bytes));
    expect(session.attachments.get(attachmentId)?.bytes.equals(bytes)).toBe(
      true,
    );
  });

  it("answers with the refusal of the session", async () => {
    session.failure = new HarnessError("IMAGE_UNREADABLE", "Broken.");
    const answer = await viewer.request("POST", path, fileForm("x"));
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: "IMAGE_UNREADABLE", message: "Broken." } },
    });
    expect((await viewer.request("GET", "/api/sessions")).status).toBe(200);
  });

  it.each([
    ["JSON", "application/json"],
    ["a form without files", "application/x-www-form-urlencoded"],
    ["another kind of multipart", "multipart/mixed; boundary=a"],
    ["a file as it is", "image/png"],
    ["no type", undefined],
  ])("is 415 as %s", async (_, type) => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: {
        cookie: viewer.cookie,
        ...(type === undefined ? {} : { "content-type": type }),
      },
      body: Buffer.from("{}"),
    });
    expect(await response.json()).toMatchObject({
      error: {
        code: "UNSUPPORTED_MEDIA_TYPE",
        message: "Send one file as multipart/form-data.",
      },
    });
  });

  it("is not what other routes take", async () => {
    const answer = await viewer.request("POST", "/api/sessions", fileForm("x"));
    expect(answer.status).toBe(415);
  });
});

describe("the content of an attachment", () => {
  it("comes as itself, and harms nobody who opens it", async () => {
    const { attachmentId } = await upload(
      fileForm("bytes", { name: 'a"b;c.png', type: "image/webp" }),
    );
    const response = await contentOf(attachmentId);
    expect(await response.text()).toBe("bytes");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": "5",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/sandbox$/) as string,
      "content-disposition":
        "inline; filename=\"a_b_c.png\"; filename*=UTF-8''a%22b%3Bc.png",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, max-age=86400, immutable",
      etag: `"${attachmentId}"`,
    });
    expect(response.headers.get("vary")).toContain("cookie");
  });

  it("need not come twice", async () => {
    const { attachmentId } = await upload(fileForm("bytes"));
    const etag = `"${attachmentId}"`;
    for (const known of [etag, `"x", W/${etag}`, "*"]) {
      const response = await contentOf(attachmentId, {
        "if-none-match": known,
      });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag);
      expect(await response.text()).toBe("");
    }
    const other = await contentOf(attachmentId, { "if-none-match": '"x"' });
    expect(other.status).toBe(200);
  });

  it("is gone after its removal, which can be asked for again", async () => {
    const { attachmentId } = await upload(fileForm("bytes"));
    const own = `${path}/${attachmentId}`;
    for (const _ of [1, 2])
      expect(await viewer.request("DELETE", own)).toMatchObject({
        status: 204,
        body: "",
      });
    const response = await contentOf(attachmentId, {
      "if-none-match": `"${attachmentId}"`,
    });
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      error: { code: "ATTACHMENT_NOT_FOUND" },
    });
  });

  it("is not there for anyone else", async () => {
    const { attachmentId } = await upload(fileForm("bytes"));
    const stranger = await server.viewer();
    const content = `${path}/${attachmentId}/content`;
    expect((await stranger.request("GET", content)).body).toMatchObject({
      error: { code: "SESSION_NOT_FOUND" },
    });
    const other = await viewer.createSession();
    const elsewhere = content.replace(session.sessionId, other);
    expect((await viewer.request("GET", elsewhere)).body).toMatchObject({
      error: { code: "ATTACHMENT_NOT_FOUND" },
    });
  });
});
