import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { sendRaw } from "../../src/testing/raw-http.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

interface Wrong {
  readonly host?: boolean;
  readonly origin?: boolean;
  readonly viewer?: boolean;
  readonly route?: boolean;
  readonly method?: boolean;
  readonly type?: boolean;
  readonly syntax?: boolean;
  readonly schema?: boolean;
  readonly session?: boolean;
}

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
let sessionId: string;

beforeAll(async () => {
  server = await startFakeApp({
    webRoot: join(import.meta.dirname, "../fixtures/web"),
  });
  viewer = await server.viewer();
  sessionId = await viewer.createSession();
});
afterAll(() => server.app.close());

/** A message to a session with any number of mistakes. */
async function send(wrong: Wrong): Promise<string> {
  const own = `127.0.0.1:${server.port}`;
  const body = wrong.syntax
    ? "{"
    : wrong.schema
      ? '{"text":1}'
      : '{"text":"Hello"}';
  const session = wrong.session ? `ses_${"x".repeat(21)}` : sessionId;
  const answer = await sendRaw(
    server.port,
    [
      `${wrong.method ? "PATCH" : "POST"} /api/sessions/${session}/${wrong.route ? "letters" : "messages"} HTTP/1.1`,
      `host: ${wrong.host ? "evil.example" : own}`,
      `origin: http://${wrong.origin ? "evil.example" : wrong.host ? "evil.example" : own}`,
      `content-type: ${wrong.type ? "text/plain" : "application/json"}`,
      `content-length: ${body.length}`,
      ...(wrong.viewer ? [] : [`cookie: ${viewer.cookie}`]),
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  if (answer.status < 400) return String(answer.status);
  const { error } = JSON.parse(answer.body) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
}

describe("checks come in one order", () => {
  it.each<[string, Wrong]>([
    [
      "403 HOST_NOT_ALLOWED",
      {
        host: true,
        origin: true,
        viewer: true,
        route: true,
        method: true,
        type: true,
        syntax: true,
        session: true,
      },
    ],
    [
      "403 ORIGIN_NOT_ALLOWED",
      {
        origin: true,
        viewer: true,
        route: true,
        method: true,
        type: true,
        syntax: true,
        session: true,
      },
    ],
    [
      "401 VIEWER_REQUIRED",
      {
        viewer: true,
        route: true,
        method: true,
        type: true,
        syntax: true,
        session: true,
      },
    ],
    [
      "404 ROUTE_NOT_FOUND",
      { route: true, method: true, type: true, syntax: true, session: true },
    ],
    [
      "405 METHOD_NOT_ALLOWED",
      { method: true, type: true, syntax: true, session: true },
    ],
    ["415 UNSUPPORTED_MEDIA_TYPE", { type: true, syntax: true, session: true }],
    ["400 MALFORMED_JSON", { syntax: true, session: true }],
    ["400 VALIDATION_FAILED", { schema: true, session: true }],
    ["404 SESSION_NOT_FOUND", { session: true }],
    ["202", {}],
  ])("%s", async (expected, wrong) => {
    expect(await send(wrong)).toBe(expected);
  });
});

describe("an unknown address", () => {
  it.each([
    ["GET", "/api/nothing"],
    ["POST", "/api/nothing"],
    ["DELETE", "/api"],
    ["PROPFIND", "/api/sessions/x/y/z"],
  ])(
    "of the API is 401 for %s %s without a viewer and 404 with one",
    async (method, path) => {
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `host: 127.0.0.1:${server.port}`,
        "connection: close",
      ];
      const anonymous = await sendRaw(
        server.port,
        [...lines, "", ""].join("\r\n"),
      );
      expect(anonymous.status).toBe(401);
      const known = await sendRaw(
        server.port,
        [...lines, `cookie: ${viewer.cookie}`, "", ""].join("\r\n"),
      );
      expect(known.status).toBe(404);
      expect(JSON.parse(known.body)).toMatchObject({
        error: { code: "ROUTE_NOT_FOUND" },
      });
    },
  );

  it("reads as one address however it is spelled", async () => {
    const anonymous = await fetch(`${server.url}/%61pi/nothing`);
    expect(anonymous.status).toBe(401);
    expect((await viewer.request("GET", "/%61pi/%73essions")).status).toBe(200);
    expect((await viewer.request("GET", "/api%2Fsessions")).body).toMatchObject(
      { error: { code: "ROUTE_NOT_FOUND" } },
    );
  });
});

describe("a wrong method", () => {
  it.each([
    ["HEAD", "/api/sessions", "POST, GET"],
    ["OPTIONS", "/api/sessions", "POST, GET"],
    ["PUT", "/api/health", "GET"],
    ["POST", "/", "GET, HEAD"],
    ["DELETE", "/assets/index-ab12cd34.js", "GET, HEAD"],
    ["TRACE", "/api/health", "GET"],
    ["PROPFIND", "/", "GET, HEAD"],
  ])(
    "is 405 for %s %s and names the right ones",
    async (method, path, allow) => {
      const answer = await sendRaw(
        server.port,
        [
          `${method} ${path} HTTP/1.1`,
          `host: 127.0.0.1:${server.port}`,
          `cookie: ${viewer.cookie}`,
          "connection: close",
          "",
          "",
        ].join("\r\n"),
      );
      expect(answer.status).toBe(405);
      expect(answer.headers["allow"]).toBe(allow);
    },
  );
});
