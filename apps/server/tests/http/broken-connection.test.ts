import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { sendRaw } from "../../src/testing/raw-http.ts";
import { startFakeApp, type TestApp } from "../../src/testing/test-app.ts";

let server: TestApp<FakeSessions>;

beforeAll(async () => {
  server = await startFakeApp({
    timeouts: { headersMs: 100, requestMs: 100, checkMs: 20 },
  });
});
afterAll(() => server.app.close());

const host = () => `host: 127.0.0.1:${server.port}`;

describe("what is no readable request", () => {
  it.each<[number, string, () => string]>([
    [400, "no HTTP at all", () => "HELLO\r\n\r\n"],
    [
      400,
      "a header without a colon",
      () => `GET / HTTP/1.1\r\n${host()}\r\nnonsense\r\n\r\n`,
    ],
    [
      400,
      "a header that folds",
      () => `GET / HTTP/1.1\r\n${host()}\r\nx: a\r\n b\r\n\r\n`,
    ],
    [
      400,
      "a space before the colon",
      () => `GET / HTTP/1.1\r\n${host()}\r\nx : a\r\n\r\n`,
    ],
    [
      400,
      "two lengths",
      () =>
        `POST /api/viewer HTTP/1.1\r\n${host()}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    ],
    [
      400,
      "a length beside chunks",
      () =>
        `POST /api/viewer HTTP/1.1\r\n${host()}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      400,
      "an unknown transfer encoding",
      () =>
        `POST /api/viewer HTTP/1.1\r\n${host()}\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      431,
      "headers without end",
      () => `GET / HTTP/1.1\r\n${host()}\r\nx: ${"a".repeat(20_000)}\r\n\r\n`,
    ],
    [
      405,
      "a tunnel",
      () => "CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n",
    ],
  ])("is answered %i: %s", async (status, _, text) => {
    const answer = await sendRaw(server.port, text());
    expect(answer.status).toBe(status);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    const { error } = JSON.parse(answer.body) as {
      error: { requestId: string; code: string };
    };
    expect(error.requestId).toBe(answer.headers["x-request-id"]);
  });

  it.each([
    ["no host", "GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n"],
    ["no host in HTTP/1.0", "GET /api/health HTTP/1.0\r\n\r\n"],
    [
      "an absolute address",
      "GET http://127.0.0.1/ HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n",
    ],
  ])("is answered 400: %s", async (_, text) => {
    const answer = await sendRaw(server.port, text);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: "VALIDATION_FAILED" },
    });
  });

  it("is answered 408 when it does not arrive in time", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write("GET /api/health HTTP/1.1\r\n");
    let text = "";
    for await (const chunk of socket as AsyncIterable<Buffer>)
      text += chunk.toString();
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe("an expectation", () => {
  it.each(["100-continue", "miracles"])(
    "of %s is no reason to refuse",
    async (expectation) => {
      const answer = await sendRaw(
        server.port,
        `POST /api/viewer HTTP/1.1\r\n${host()}\r\nexpect: ${expectation}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      );
      expect([100, 201]).toContain(answer.status);
    },
  );
});
