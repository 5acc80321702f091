import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { startFakeApp, type TestApp } from "../../src/testing/test-app.ts";

let server: TestApp<FakeSessions>;

beforeAll(async () => {
  server = await startFakeApp();
});
afterAll(() => server.app.close());

describe("the time of an answer", () => {
  it.each([
    ["an answer", "/api/health", {}, 200],
    ["a refusal", "/api/sessions", {}, 401],
    [
      "a refusal at the door",
      "/api/health",
      { origin: "http://a.example" },
      403,
    ],
  ])("is told with %s", async (_what, path, headers, status) => {
    const response = await fetch(`${server.url}${path}`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get("server-timing")).toMatch(/^app;dur=\d+\.\d$/);
  });

  it("is not told with pages", async () => {
    const response = await fetch(`${server.url}/`);
    expect(response.headers.get("server-timing")).toBeNull();
  });
});
