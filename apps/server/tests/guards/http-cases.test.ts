import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { sendRaw } from "../../src/testing/raw-http.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

const CaseSchema = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  body: z.string().optional(),
  needs_token: z.boolean().optional(),
  expect: z.number(),
  alt: z.array(z.number()).optional(),
  why: z.string(),
});
type Case = z.infer<typeof CaseSchema>;

const FIXTURE = join(
  import.meta.dirname,
  "../../../../fixtures/security/http-cases.json",
);
const CASES = z
  .array(CaseSchema)
  .parse(JSON.parse(readFileSync(FIXTURE, "utf8")));

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

/** Addresses that this API names otherwise. */
function ownPath(path: string): string {
  if (path === "/api/files/FILE")
    return `/api/sessions/${sessionId}/artifacts/report.md`;
  if (path === "/api/approvals/ID")
    return `/api/sessions/${sessionId}/approvals/ap_${"a".repeat(22)}/deny`;
  return path;
}

function requestOf(row: Case): string {
  const given = Object.entries(row.headers)
    .filter(([name]) => name !== "cookie")
    .flatMap(([name, value]) =>
      [value]
        .flat()
        .map(
          (one) => `${name}: ${one.replaceAll("PORT", String(server.port))}`,
        ),
    );
  const framed = "content-length" in row.headers || row.body === undefined;
  const lines = [
    `${row.method} ${ownPath(row.path)} HTTP/1.1`,
    ...given,
    ...(framed ? [] : [`content-length: ${Buffer.byteLength(row.body ?? "")}`]),
    ...(row.needs_token === false ? [] : [`cookie: ${viewer.cookie}`]),
    ...("connection" in row.headers ? [] : ["connection: close"]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${row.body ?? ""}`;
}

describe("a request from outside", () => {
  it.each(CASES)("$id $method $path: $why", async (row) => {
    const before = server.sessions.list(viewer.viewerId).length;
    const answer = await sendRaw(server.port, requestOf(row));
    expect(answer.status).toBe(row.expect);
    const shared = Object.keys(answer.headers).filter((name) =>
      name.startsWith("access-control-"),
    );
    expect(shared).toEqual([]);
    expect(answer.headers["x-request-id"]).toMatch(/^req_/);
    if (row.expect < 400) return;
    expect(server.sessions.list(viewer.viewerId)).toHaveLength(before);
    const body = JSON.parse(answer.body) as { error: { requestId: string } };
    expect(body.error.requestId).toBe(answer.headers["x-request-id"]);
  });
});
