import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../src/testing/fake-sessions.ts";
import { startFakeApp, type TestApp } from "../src/testing/test-app.ts";

const LISTED = "http://127.0.0.1:5173";
let server: TestApp<FakeSessions>;

beforeAll(async () => {
  server = await startFakeApp({
    environment: { STUDIO_ALLOWED_ORIGINS: LISTED },
  });
});
afterAll(() => server.app.close());

const ask = (
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
) => fetch(server.url + path, { method, headers });
const sharing = (headers: Headers) =>
  [...headers.keys()]
    .filter((name) => name.startsWith("access-control-"))
    .sort();

describe("a listed origin", () => {
  it("may read answers with its cookie, refusals too", async () => {
    for (const path of ["/api/health", "/api/sessions", "/api/nothing"]) {
      const { headers } = await ask(path, {
        origin: LISTED,
        "sec-fetch-site": "same-site",
      });
      expect(headers.get("access-control-allow-origin")).toBe(LISTED);
      expect(headers.get("access-control-allow-credentials")).toBe("true");
      expect(headers.get("vary")).toBe("origin");
    }
  });

  it("is told what it may do before it does it, without a cookie", async () => {
    const response = await ask(
      "/api/sessions",
      {
        origin: LISTED,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
      "OPTIONS",
    );
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toBe(
      "POST, GET",
    );
    expect(response.headers.get("access-control-allow-headers")).toBe(
      "content-type, last-event-id",
    );
  });

  it("is told nothing about addresses where nothing stands", async () => {
    const response = await ask(
      "/api/nothing",
      { origin: LISTED, "access-control-request-method": "POST" },
      "OPTIONS",
    );
    expect(response.status).toBe(401);
    expect(
      (await ask("/api/health", { origin: LISTED }, "OPTIONS")).status,
    ).toBe(405);
  });
});

describe("anyone else", () => {
  it.each([
    "http://127.0.0.1:5174",
    "https://127.0.0.1:5173",
    "null",
    "http://localhost:5173",
  ])("such as %s gets no header of it", async (origin) => {
    const response = await ask("/api/health", { origin });
    expect(response.status).toBe(403);
    expect(sharing(response.headers)).toEqual([]);
    const preflight = await ask(
      "/api/sessions",
      { origin, "access-control-request-method": "POST" },
      "OPTIONS",
    );
    expect(preflight.status).toBe(403);
    expect(sharing(preflight.headers)).toEqual([]);
  });

  it("of the same origin needs none", async () => {
    const response = await ask("/api/health", {
      origin: server.url,
      "sec-fetch-site": "same-origin",
    });
    expect(response.status).toBe(200);
    expect(sharing(response.headers)).toEqual([]);
  });
});
