/** Uploads that no well-behaved client sends, and clients that are slow, greedy or gone. */
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSession } from "../../src/testing/fake-session.ts";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import {
  FILE_HEAD,
  multipartBody,
  TEST_BOUNDARY,
} from "../../src/testing/multipart.ts";
import { RawUpload } from "../../src/testing/raw-upload.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

const MIB = 1024 * 1024;
const TYPE = `content-type: multipart/form-data; boundary=${TEST_BOUNDARY}`;

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
let session: FakeSession;
let path: string;

beforeAll(async () => {
  server = await startFakeApp({
    uploadLimits: { totalMs: 2_000, progressMs: 300, progressBytes: 100 },
    unreadBody: { bytes: 16 * MIB, ms: 1_000 },
  });
  viewer = await server.viewer();
  session = server.sessions.session(await viewer.createSession());
  path = `/api/sessions/${session.sessionId}/attachments`;
});
afterAll(() => server.app.close());

const open = (headers?: readonly string[]) =>
  RawUpload.open({
    port: server.port,
    path,
    cookie: viewer.cookie,
    ...(headers === undefined ? {} : { headers }),
  });

const codeOf = ({ body }: { readonly body: string }) =>
  (JSON.parse(body) as { error: { code: string } }).error.code;

/** Sends a whole body in one chunk; the connection has to be good for another request, or closed. */
async function answerTo(body: string) {
  const upload = await open();
  await upload.writeChunk(body);
  await upload.finish();
  const answer = await upload.answer();
  upload.destroy();
  return { status: answer.status, code: codeOf(answer) };
}

const headOf = (content: string) =>
  multipartBody({ content }).split(content)[0] ?? "";

describe("an upload of a wrong form", () => {
  it.each<[string, string]>([
    ["a thousand parts", multipartBody(...Array<object>(1000).fill({}))],
    [
      "a field with it",
      multipartBody({}, { head: ['Content-Disposition: form-data; name="a"'] }),
    ],
    [
      "a head of a megabyte",
      multipartBody({ head: [...FILE_HEAD, `X: ${"a".repeat(MIB)}`] }),
    ],
    [
      "a hundred thousand headers",
      multipartBody({
        head: [...FILE_HEAD, ...Array<string>(100_000).fill("a: b")],
      }),
    ],
    ["no last boundary", headOf("content") + "content"],
    ["another boundary", multipartBody({}).replaceAll(TEST_BOUNDARY, "other")],
    ["a flood in front of it", "\r\n".repeat(MIB) + multipartBody({})],
    ["a flood behind it", multipartBody({}) + "\r\n".repeat(MIB)],
    ["no body", ""],
  ])("is refused and leaves nothing: %s", async (_, body) => {
    const before = session.attachments.size;
    expect(await answerTo(body === "" ? "--" : body)).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
    });
    expect(session.attachments.size).toBe(before);
  });

  it("is refused without a boundary", async () => {
    const upload = await open([
      "content-type: multipart/form-data",
      "content-length: 0",
    ]);
    expect(codeOf(await upload.answer())).toBe("VALIDATION_FAILED");
    upload.destroy();
  });

  it("leaves parts in parts to the session as the type that they are", async () => {
    const head = [
      FILE_HEAD[0] ?? "",
      "Content-Type: multipart/mixed; boundary=inner",
    ];
    const upload = await open();
    await upload.writeChunk(multipartBody({ head, content: "--inner--" }));
    await upload.finish();
    expect((await upload.answer()).status).toBe(201);
    upload.destroy();
    expect(session.calls.at(-1)?.[1]).toMatchObject({
      mediaType: "multipart/mixed",
    });
  });
});

describe("a slow sender", () => {
  it("is refused when nothing comes", async () => {
    const upload = await open();
    await upload.writeChunk(headOf("content"));
    const answer = await upload.answer();
    expect([answer.status, codeOf(answer)]).toEqual([400, "VALIDATION_FAILED"]);
    upload.destroy();
  });

  it("is refused when hardly anything comes", async () => {
    const upload = await open();
    await upload.writeChunk(headOf("content"));
    const drip = setInterval(() => void upload.writeChunk("a"), 20);
    const answer = await upload.answer();
    clearInterval(drip);
    expect(codeOf(answer)).toBe("VALIDATION_FAILED");
    upload.destroy();
  });

  it("is refused when enough comes, but for too long", async () => {
    const upload = await open();
    await upload.writeChunk(headOf("content"));
    const flow = setInterval(() => void upload.writeChunk("a".repeat(200)), 20);
    const answer = await upload.answer();
    clearInterval(flow);
    expect(codeOf(answer)).toBe("VALIDATION_FAILED");
    upload.destroy();
  });
});

describe("a sender who leaves", () => {
  it("ends what the session was doing with the file", async () => {
    const before = session.attachments.size;
    const add = session.addAttachment.bind(session);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    session.addAttachment = (...call) => {
      const adding = add(...call);
      adding.then(resolve, resolve);
      return adding;
    };
    const upload = await open();
    await upload.writeChunk(`${headOf("content")}conte`);
    upload.destroy();
    expect(await promise).toBeInstanceOf(Error);
    session.addAttachment = add;
    expect(session.attachments.size).toBe(before);
  });
});

describe("a file that is too large", () => {
  it("is refused by its announced length before it comes", async () => {
    const upload = await open([TYPE, `content-length: ${11 * MIB}`]);
    await upload.write(headOf("content"));
    const answer = await upload.answer();
    expect([answer.status, codeOf(answer)]).toEqual([413, "IMAGE_TOO_LARGE"]);
    upload.destroy();
  });

  it("is answered to a client that reads only when it has sent everything", async () => {
    const upload = await open([TYPE, `content-length: ${12 * MIB}`]);
    const body = Buffer.alloc(12 * MIB, headOf("content"));
    await upload.write(body);
    const answer = await upload.answer();
    expect(codeOf(answer)).toBe("IMAGE_TOO_LARGE");
    // The connection is as good as new.
    await upload.write(
      `GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: close\r\n\r\n`,
    );
    await upload.closed;
    expect((await upload.answer()).body).toContain('"status":"ok"');
  });

  it("does not keep the connection open without end", async () => {
    const upload = await open([TYPE, `content-length: ${64 * MIB}`]);
    await upload.write(headOf("content"));
    expect((await upload.answer()).status).toBe(413);
    const flood = Buffer.alloc(MIB);
    const push = () => {
      while (upload.socket.writable && upload.socket.write(flood));
      upload.socket.once("drain", push);
    };
    push();
    await upload.closed;
  });

  it("is answered to fetch and to the client of Node", async () => {
    const body = Buffer.alloc(20 * MIB, headOf("content"));
    const headers = {
      cookie: viewer.cookie,
      "content-type": `multipart/form-data; boundary=${TEST_BOUNDARY}`,
    };
    const url = server.url + path;
    const fetched = await fetch(url, { method: "POST", headers, body });
    expect(fetched.status).toBe(413);
    expect(await fetched.json()).toMatchObject({
      error: { code: "IMAGE_TOO_LARGE" },
    });
    const request = httpRequest(url, { method: "POST", headers });
    request.on("error", () => undefined);
    request.end(body);
    const [response] = (await once(request, "response")) as [
      { statusCode: number; resume(): void },
    ];
    response.resume();
    expect(response.statusCode).toBe(413);
  });
});

describe("a session that is not there", () => {
  it("is told before the file is read", async () => {
    const upload = await RawUpload.open({
      port: server.port,
      path: path.replace(session.sessionId, `ses_${"x".repeat(21)}`),
      cookie: viewer.cookie,
    });
    expect(codeOf(await upload.answer())).toBe("SESSION_NOT_FOUND");
    upload.destroy();
  });
});
