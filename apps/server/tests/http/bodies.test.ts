import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { sendRaw } from "../../src/testing/raw-http.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
let path: string;

beforeAll(async () => {
  server = await startFakeApp();
  viewer = await server.viewer();
  path = `/api/sessions/${await viewer.createSession()}`;
});
afterAll(() => server.app.close());

const send = async (
  method: string,
  target: string,
  headers: readonly string[],
  body = "",
) => {
  const answer = await sendRaw(
    server.port,
    [
      `${method} ${target} HTTP/1.1`,
      `host: 127.0.0.1:${server.port}`,
      `cookie: ${viewer.cookie}`,
      "connection: close",
      ...headers,
      "",
      body,
    ].join("\r\n"),
  );
  const parsed: unknown =
    answer.body === "" ? undefined : JSON.parse(answer.body);
  return { status: answer.status, body: parsed };
};
const JSON_TYPE = "content-type: application/json";

describe("a body", () => {
  it("may be missing where every field is optional", async () => {
    expect(await send("POST", "/api/sessions", [])).toMatchObject({
      status: 201,
    });
    expect(
      await send("POST", "/api/sessions", ["content-length: 0"]),
    ).toMatchObject({ status: 201 });
  });

  it("that is missing lacks the fields that are not optional", async () => {
    const answer = await send("POST", `${path}/messages`, []);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "VALIDATION_FAILED",
          details: { issues: [{ path: ["text"] }] },
        },
      },
    });
  });

  it("without a type is not guessed at", async () => {
    expect(
      await send("POST", "/api/sessions", ["content-length: 2"], "{}"),
    ).toMatchObject({ status: 415 });
  });

  it("with a type has to be there", async () => {
    expect(
      await send("POST", "/api/sessions", [JSON_TYPE, "content-length: 0"]),
    ).toMatchObject({
      status: 400,
      body: { error: { code: "MALFORMED_JSON" } },
    });
  });

  it("may come in chunks", async () => {
    const answer = await send(
      "POST",
      "/api/sessions",
      [JSON_TYPE, "transfer-encoding: chunked"],
      '5\r\n{"tit\r\n9\r\nle":"A" }\r\n0\r\n\r\n',
    );
    expect(answer).toMatchObject({
      status: 201,
      body: { session: { title: "A" } },
    });
  });

  it("is not unpacked", async () => {
    expect(
      await send(
        "POST",
        "/api/sessions",
        [JSON_TYPE, "content-encoding: gzip", "content-length: 2"],
        "{}",
      ),
    ).toMatchObject({ status: 415 });
  });

  it.each([
    ["an unknown field", { text: "a", extra: 1 }, []],
    ["a wrong type", { text: 7 }, ["text"]],
    ["too much text", { text: "a".repeat(32_001) }, ["text"]],
    ["only spaces", { text: "  " }, ["text"]],
    [
      "a malformed id inside",
      { text: "a", attachmentIds: ["nope"] },
      ["attachmentIds", 0],
    ],
    ["an array", [], []],
    ["null", null, []],
  ])(
    "with %s is refused with the place of the mistake",
    async (_, body, issuePath) => {
      const answer = await viewer.request("POST", `${path}/messages`, body);
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: {
            code: "VALIDATION_FAILED",
            details: { issues: [{ path: issuePath }] },
          },
        },
      });
    },
  );

  it("with a key __proto__ is refused and changes no prototype", async () => {
    const body = '{"text":"a","__proto__":{"polluted":true}}';
    const answer = await send(
      "POST",
      `${path}/messages`,
      [JSON_TYPE, `content-length: ${body.length}`],
      body,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_FAILED" } },
    });
    expect({}).not.toHaveProperty("polluted");
  });

  it("counts the last of duplicate keys", async () => {
    const body = '{"title":"first","title":"last"}';
    const answer = await send(
      "POST",
      "/api/sessions",
      [JSON_TYPE, `content-length: ${body.length}`],
      body,
    );
    expect(answer).toMatchObject({
      status: 201,
      body: { session: { title: "last" } },
    });
  });

  it("has at most 256 KiB, announced or not", async () => {
    const exact = JSON.stringify({ text: "" }).padEnd(256 * 1024, " ");
    expect(
      await send(
        "POST",
        `${path}/messages`,
        [JSON_TYPE, `content-length: ${exact.length}`],
        exact,
      ),
    ).toMatchObject({ status: 400 });
    const announced = await viewer.request("POST", `${path}/messages`, {
      text: "a".repeat(256 * 1024),
    });
    expect(announced).toMatchObject({
      status: 413,
      body: { error: { code: "PAYLOAD_TOO_LARGE" } },
    });
    const size = 256 * 1024 + 1;
    const chunked = `${size.toString(16)}\r\n${" ".repeat(size)}\r\n0\r\n\r\n`;
    expect(
      await send(
        "POST",
        `${path}/messages`,
        [JSON_TYPE, "transfer-encoding: chunked"],
        chunked,
      ),
    ).toMatchObject({ status: 413 });
  });

  it("of a deletion is empty", async () => {
    expect(
      await send("DELETE", `${path}/model-config`, [JSON_TYPE]),
    ).toMatchObject({ status: 204 });
    expect(
      await send(
        "DELETE",
        `${path}/model-config`,
        [JSON_TYPE, "content-length: 2"],
        "{}",
      ),
    ).toMatchObject({ status: 204 });
    expect(
      await send(
        "DELETE",
        `${path}/model-config`,
        [JSON_TYPE, "content-length: 7"],
        '{"a":1}',
      ),
    ).toMatchObject({ status: 400 });
  });
});

describe("a query", () => {
  it.each([
    "limit=0",
    "limit=201",
    "limit=1.5",
    "limit=-1",
    "limit=01",
    "limit=1&limit=2",
    "before=x",
    `before=ses_${"x".repeat(21)}`,
    "page=2",
  ])("of ?%s is refused", async (query) => {
    expect(await viewer.request("GET", `/api/sessions?${query}`)).toMatchObject(
      { status: 400, body: { error: { code: "VALIDATION_FAILED" } } },
    );
  });
});
