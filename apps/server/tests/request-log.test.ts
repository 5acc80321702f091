import { expect, it } from "vitest";
import { startFakeApp } from "../src/testing/test-app.ts";

it("writes one line an answer, without query, cookie, header or body", async () => {
  const lines: string[] = [];
  const server = await startFakeApp({
    environment: { LOG_LEVEL: "trace", STUDIO_ACCESS_CODE: "canary-code" },
    logStream: { write: (line) => lines.push(line) },
  });
  const response = await fetch(`${server.url}/api/viewer`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "canary-header",
    },
    body: '{"accessCode":"canary-code"}',
  });
  const cookie = response.headers.get("set-cookie") ?? "";
  const headers = { cookie, "content-type": "application/json" };
  await fetch(`${server.url}/api/sessions?limit=canary-query`, { headers });
  const made = await fetch(`${server.url}/api/sessions`, {
    method: "POST",
    headers,
    body: '{"title":"canary-title"}',
  });
  const { session } = (await made.json()) as { session: { sessionId: string } };
  server.sessions.session(session.sessionId).failure = new Error("unexpected");
  await fetch(`${server.url}/api/sessions/${session.sessionId}/messages`, {
    method: "POST",
    headers,
    body: '{"text":"canary-text"}',
  });
  await server.app.close();

  const log = lines.join("");
  expect(log).not.toContain("canary");
  expect(log).not.toContain(
    cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";")),
  );
  const answered = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === "answered");
  expect(answered).toMatchObject([
    {
      method: "POST",
      path: "/api/viewer",
      status: 201,
      requestId: response.headers.get("x-request-id"),
    },
    { method: "GET", path: "/api/sessions", status: 400 },
    { method: "POST", path: "/api/sessions", status: 201 },
    {
      method: "POST",
      path: `/api/sessions/${session.sessionId}/messages`,
      status: 500,
    },
  ]);
  expect(log).toContain("A request failed unexpectedly.");
});
