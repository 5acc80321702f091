import { afterEach, describe, expect, it } from "vitest";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { startFakeApp, type TestApp } from "../../src/testing/test-app.ts";

const open: TestApp<FakeSessions>[] = [];
const start = async (options: Parameters<typeof startFakeApp>[0] = {}) => {
  const server = await startFakeApp(options);
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ app }) => app.close()));
});

const ask = async (
  server: TestApp<FakeSessions>,
  body: unknown,
  cookie?: string,
) => {
  const response = await fetch(`${server.url}/api/viewer`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as {
    viewerId?: string;
    error?: { code: string };
  };
  return {
    status: response.status,
    setCookie: response.headers.get("set-cookie"),
    retryAfter: response.headers.get("retry-after"),
    ...answer,
  };
};
const cookieOf = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";

describe("a viewer", () => {
  it("gets a cookie once and is recognised by it", async () => {
    const server = await start();
    const first = await ask(server, {});
    expect(first.status).toBe(201);
    expect(first.setCookie).toMatch(
      new RegExp(
        `^studio_viewer_${server.port}=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000$`,
      ),
    );
    const again = await ask(server, {}, cookieOf(first.setCookie));
    expect(again).toMatchObject({
      status: 200,
      viewerId: first.viewerId,
      setCookie: first.setCookie,
    });
  });

  it("never takes over a cookie that the server did not give", async () => {
    const server = await start();
    const made = `studio_viewer_${server.port}=${"x".repeat(43)}`;
    const answer = await ask(server, {}, made);
    expect(answer.status).toBe(201);
    expect(cookieOf(answer.setCookie)).not.toBe(made);
    expect(
      (await fetch(`${server.url}/api/sessions`, { headers: { cookie: made } }))
        .status,
    ).toBe(401);
  });

  it("is found behind a cookie that another program set under the same name", async () => {
    const server = await start();
    const viewer = await server.viewer();
    const cookie = `studio_viewer_${server.port}=${"x".repeat(43)}; ${viewer.cookie}`;
    expect(await ask(server, {}, cookie)).toMatchObject({
      status: 200,
      viewerId: viewer.viewerId,
    });
  });

  it("has its cookie renewed with the same value when it is used", async () => {
    const server = await start();
    const viewer = await server.viewer();
    const { headers } = await viewer.request("GET", "/api/sessions");
    expect(cookieOf(headers.get("set-cookie"))).toBe(viewer.cookie);
  });

  it("has a secure cookie where a listed https origin is asked", async () => {
    const server = await start({
      environment: {
        STUDIO_ALLOWED_ORIGINS: "https://studio.example.org",
        STUDIO_ACCESS_CODE: "x",
      },
    });
    const response = await fetch(`${server.url}/api/viewer`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "https://studio.example.org",
      },
      body: '{"accessCode":"x"}',
    });
    expect(response.headers.get("set-cookie")).toMatch(/; Secure$/);
    expect((await ask(server, { accessCode: "x" })).setCookie).not.toContain(
      "Secure",
    );
  });

  it("makes at most 600 requests a minute", async () => {
    let time = 0;
    const server = await start({ now: () => time });
    const viewer = await server.viewer();
    const other = await server.viewer();
    for (let count = 0; count < 600; count += 1)
      await viewer.request("GET", "/api/model-presets");
    const refused = await viewer.request("GET", "/api/nothing");
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: "RATE_LIMITED" } },
    });
    expect(Number(refused.headers.get("retry-after"))).toBe(60);
    expect((await other.request("GET", "/api/labs")).status).toBe(200);
    time = 60_000;
    expect((await viewer.request("GET", "/api/labs")).status).toBe(200);
  });

  it("is one of at most 300 new ones a minute from an address", async () => {
    let time = 0;
    const server = await start({ now: () => time });
    for (let count = 0; count < 300; count += 1)
      expect((await ask(server, {})).status).toBe(201);
    expect(await ask(server, {})).toMatchObject({
      status: 429,
      retryAfter: "60",
    });
    time = 60_000;
    expect((await ask(server, {})).status).toBe(201);
  });
});

describe("a link", () => {
  it("makes a second browser the same viewer, once", async () => {
    const server = await start();
    const viewer = await server.viewer();
    const { status, body } = await viewer.request("POST", "/api/viewer/links");
    expect(status).toBe(201);
    const { code: linkCode, expiresAt } = body as {
      code: string;
      expiresAt: string;
    };
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(590_000);
    const second = await ask(server, { linkCode });
    expect(second).toMatchObject({ status: 201, viewerId: viewer.viewerId });
    expect(cookieOf(second.setCookie)).not.toBe(viewer.cookie);
    expect(await ask(server, { linkCode })).toMatchObject({
      status: 401,
      error: { code: "VIEWER_REQUIRED" },
    });
    expect((await ask(server, {}, viewer.cookie)).viewerId).toBe(
      viewer.viewerId,
    );
  });

  it("wins over the cookie of another viewer", async () => {
    const server = await start();
    const [first, second] = [await server.viewer(), await server.viewer()];
    const { body } = await first.request("POST", "/api/viewer/links");
    const { code: linkCode } = body as { code: string };
    expect(await ask(server, { linkCode }, second.cookie)).toMatchObject({
      status: 201,
      viewerId: first.viewerId,
    });
    expect(await ask(server, { linkCode }, second.cookie)).toMatchObject({
      status: 401,
    });
  });

  it("needs no access code", async () => {
    const server = await start({
      environment: { STUDIO_ACCESS_CODE: "open sesame" },
    });
    const first = await ask(server, { accessCode: "open sesame" });
    const made = await fetch(`${server.url}/api/viewer/links`, {
      method: "POST",
      headers: { cookie: cookieOf(first.setCookie) },
    });
    const { code: linkCode } = (await made.json()) as { code: string };
    expect(await ask(server, { linkCode })).toMatchObject({
      status: 201,
      viewerId: first.viewerId,
    });
  });

  it("is of no use after ten minutes", async () => {
    let time = 0;
    const server = await start({ now: () => time });
    const viewer = await server.viewer();
    const { body } = await viewer.request("POST", "/api/viewer/links");
    time = 600_000;
    expect(
      await ask(server, { linkCode: (body as { code: string }).code }),
    ).toMatchObject({ status: 401 });
  });
});

describe("the access code", () => {
  const environment = { STUDIO_ACCESS_CODE: "open sesame" };

  it("is demanded on loopback too, but not of someone who is known", async () => {
    const server = await start({ environment });
    expect(await ask(server, {})).toMatchObject({
      status: 401,
      error: { code: "ACCESS_CODE_REQUIRED" },
    });
    expect(await ask(server, { accessCode: "open Sesame" })).toMatchObject({
      status: 401,
      error: { code: "ACCESS_CODE_REQUIRED" },
    });
    const known = await ask(server, { accessCode: "open sesame" });
    expect(known.status).toBe(201);
    expect(await ask(server, {}, cookieOf(known.setCookie))).toMatchObject({
      status: 200,
    });
  });

  it("can be guessed five times a minute, links included; then not even the right one helps", async () => {
    let time = 0;
    const server = await start({ environment, now: () => time });
    for (let count = 0; count < 4; count += 1)
      expect((await ask(server, { accessCode: "x" })).status).toBe(401);
    expect((await ask(server, { linkCode: "x" })).status).toBe(401);
    expect(await ask(server, { accessCode: "open sesame" })).toMatchObject({
      status: 429,
      retryAfter: "60",
    });
    expect(await ask(server, { linkCode: "y" })).toMatchObject({ status: 429 });
    time = 60_000;
    expect((await ask(server, { accessCode: "open sesame" })).status).toBe(201);
  });
});
