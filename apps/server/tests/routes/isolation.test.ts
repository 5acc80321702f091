import { ROUTES, type RouteContract } from "@agent-studio/shared";
import { anApproval } from "@agent-studio/shared/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { fileForm } from "../../src/testing/multipart.ts";
import { aRun } from "../../src/testing/samples.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

const SERVED = Object.entries(ROUTES);
const OF_SESSIONS = SERVED.filter(([, { path }]) =>
  path.includes(":sessionId"),
);
const ATTACHMENT_ID = `att_${"a".repeat(21)}`;
const BODIES: Readonly<Record<string, unknown>> = {
  addAttachment: fileForm("content"),
  sendMessage: { text: "Hello" },
  setModel: {
    providerId: "demo",
    api: "demo",
    modelId: "demo",
    supportsImages: true,
  },
};

let server: TestApp<FakeSessions>;
let owner: TestViewer;
let stranger: TestViewer;
let sessionId: string;

beforeAll(async () => {
  server = await startFakeApp();
  owner = await server.viewer();
  stranger = await server.viewer();
  sessionId = await owner.createSession();
  const session = server.sessions.session(sessionId);
  session.runList = [aRun()];
  session.approvalList = [anApproval({ sessionId })];
  session.artifactBytes.set("report.md", {
    bytes: Buffer.from("# A"),
    mediaType: "text/markdown",
  });
});
afterAll(() => server.app.close());

function ask(viewer: TestViewer, name: string, id: string) {
  const contract: RouteContract = ROUTES[name as keyof typeof ROUTES];
  const path = contract.path
    .replace(":sessionId", id)
    .replace(":runId", aRun().runId)
    .replace(":approvalId", anApproval({ sessionId: id }).approvalId)
    .replace(":attachmentId", ATTACHMENT_ID)
    .replace(":name", "report.md");
  const none = contract.body === undefined ? undefined : {};
  return viewer.request(contract.method, path, BODIES[name] ?? none);
}

const withoutRequestId = (body: unknown) => {
  const { error } = body as { error: { requestId: string } };
  return { ...error, requestId: "" };
};

describe("a session of someone else", () => {
  it.each(OF_SESSIONS.map(([name]) => name))(
    "answers %s as one that never was",
    async (name) => {
      const foreign = await ask(stranger, name, sessionId);
      const missing = await ask(stranger, name, `ses_${"x".repeat(21)}`);
      const nonsense = await ask(stranger, name, "%00nonsense");
      expect(foreign).toMatchObject({
        status: 404,
        body: { error: { code: "SESSION_NOT_FOUND" } },
      });
      expect(withoutRequestId(missing.body)).toEqual(
        withoutRequestId(foreign.body),
      );
      expect(withoutRequestId(nonsense.body)).toEqual(
        withoutRequestId(foreign.body),
      );
      expect(JSON.stringify(foreign.body)).not.toContain(sessionId);
      const names = (headers: Headers) => [...headers.keys()].sort();
      expect(names(missing.headers)).toEqual(names(foreign.headers));
    },
  );

  it("does not appear in lists", async () => {
    expect((await stranger.request("GET", "/api/sessions")).body).toEqual({
      sessions: [],
    });
    expect((await stranger.request("GET", "/api/approvals")).body).toEqual({
      approvals: [],
    });
    expect(
      (await stranger.request("GET", `/api/sessions?before=${sessionId}`))
        .status,
    ).toBe(400);
  });

  it("was not touched by any of that", () => {
    expect(server.sessions.session(sessionId).calls).toEqual([]);
  });
});

describe("someone without a viewer", () => {
  it.each(
    SERVED.map(([name, { viewer }]) => [name, viewer ? 401 : 0] as const),
  )("asks %s", async (name, expected) => {
    const contract: RouteContract = ROUTES[name as keyof typeof ROUTES];
    const response = await fetch(server.url + contract.path, {
      method: contract.method,
    });
    if (expected === 401)
      expect(await response.json()).toMatchObject({
        error: { code: "VIEWER_REQUIRED" },
      });
    else expect(response.status).toBeLessThan(300);
  });
});
