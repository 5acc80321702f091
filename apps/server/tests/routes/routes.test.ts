import { HarnessError } from "@agent-studio/harness";
import {
  API_ERROR_STATUS,
  ApiErrorSchema,
  type ApiErrorCode,
} from "@agent-studio/shared";
import { anApproval } from "@agent-studio/shared/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FakeSession } from "../../src/testing/fake-session.ts";
import type { FakeSessions } from "../../src/testing/fake-sessions.ts";
import { aRun } from "../../src/testing/samples.ts";
import {
  startFakeApp,
  type TestApp,
  type TestViewer,
} from "../../src/testing/test-app.ts";

let server: TestApp<FakeSessions>;
let viewer: TestViewer;
let session: FakeSession;
let path: string;

beforeAll(async () => {
  server = await startFakeApp();
  viewer = await server.viewer();
  session = server.sessions.session(await viewer.createSession());
  path = `/api/sessions/${session.sessionId}`;
});
afterAll(() => server.app.close());

describe("the server", () => {
  it("says that it is well without asking who wants to know", async () => {
    const response = await fetch(`${server.url}/api/health?probe=1`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "ok",
      version: "0.0.0-test",
      uptimeMs: expect.any(Number) as number,
    });
  });

  it("tells its load to any viewer", async () => {
    const { status, body } = await viewer.request("GET", "/api/metrics");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      loopLagMs: expect.any(Number) as number,
      openStreams: 0,
      storeQueue: 0,
    });
  });

  it("lists what there is to choose from", async () => {
    expect((await viewer.request("GET", "/api/labs")).body).toMatchObject({
      labs: [{ labId: "test-lab" }],
    });
    expect((await viewer.request("GET", "/api/skills")).body).toEqual({
      skills: [],
      diagnostics: [],
    });
    expect(
      (await viewer.request("GET", "/api/skills?labId=none")).body,
    ).toMatchObject({ error: { code: "LAB_NOT_FOUND" } });
    expect(
      (await viewer.request("GET", "/api/model-presets")).body,
    ).toMatchObject({ presets: [{ presetId: "demo" }] });
  });

  it("puts the same protection on every answer", async () => {
    const answers = [
      await viewer.request("GET", "/api/sessions"),
      await viewer.request("GET", "/api/nothing"),
      await viewer.request("GET", "/nothing"),
      await viewer.request("DELETE", `${path}/model-config`),
    ];
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;/,
      );
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-request-id")).toMatch(/^req_[A-Za-z0-9_-]{22}$/);
      expect(headers.get("server")).toBeNull();
      expect(headers.get("x-powered-by")).toBeNull();
    }
    expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
  });

  it("does not take over a request id", async () => {
    const response = await fetch(`${server.url}/api/health`, {
      headers: { "x-request-id": "req_mine", "request-id": "req_mine" },
    });
    expect(response.headers.get("x-request-id")).not.toBe("req_mine");
  });
});

describe("sessions", () => {
  it("are made, shown, renamed and deleted", async () => {
    const owner = await server.viewer();
    const made = await owner.request("POST", "/api/sessions", {
      title: " Report ",
      labId: "test-lab",
    });
    expect(made).toMatchObject({
      status: 201,
      body: { session: { title: "Report", lastSequence: 1 } },
    });
    const { sessionId } = (made.body as { session: { sessionId: string } })
      .session;
    const own = `/api/sessions/${sessionId}`;
    expect(await owner.request("GET", own)).toMatchObject({
      status: 200,
      body: { session: { sessionId } },
    });
    expect(await owner.request("PATCH", own, { title: "New" })).toMatchObject({
      status: 200,
      body: { session: { title: "New" } },
    });
    expect(await owner.request("GET", `${own}/snapshot`)).toMatchObject({
      status: 200,
      body: { sequence: 1, state: { sessionId } },
    });
    expect((await owner.request("DELETE", own)).status).toBe(204);
    expect((await owner.request("DELETE", own)).status).toBe(404);
    expect((await owner.request("GET", own)).status).toBe(404);
  });

  it("are listed in pages, the viewer's own", async () => {
    const owner = await server.viewer();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.unshift(await owner.createSession());
    const list = async (query: string) =>
      (
        (await owner.request("GET", `/api/sessions${query}`)).body as {
          sessions: { sessionId: string }[];
        }
      ).sessions.map(({ sessionId }) => sessionId);
    expect(await list("")).toEqual(ids);
    expect(await list("?limit=2")).toEqual(ids.slice(0, 2));
    expect(await list(`?limit=2&before=${ids[1] ?? ""}`)).toEqual(ids.slice(2));
    expect(await list(`?before=${ids[2] ?? ""}`)).toEqual([]);
  });

  it("need a lab that there is", async () => {
    expect(
      await viewer.request("POST", "/api/sessions", { labId: "none" }),
    ).toMatchObject({
      status: 404,
      body: { error: { code: "LAB_NOT_FOUND" } },
    });
  });
});

describe("commands", () => {
  it("carry who asked and under which request", async () => {
    session.calls.length = 0;
    const { headers, status } = await viewer.request(
      "POST",
      `${path}/messages`,
      { text: "Hello", clientMessageId: "one" },
    );
    expect(status).toBe(202);
    expect(session.calls).toEqual([
      [
        "sendMessage",
        { text: "Hello", clientMessageId: "one" },
        {
          actor: { kind: "viewer", id: viewer.viewerId },
          requestId: headers.get("x-request-id"),
        },
      ],
    ]);
  });

  it("stop a run with 202 when that takes effect and 200 when it was over", async () => {
    const running = aRun();
    const over = aRun({ runId: `run_${"o".repeat(21)}`, status: "completed" });
    session.runList = [running, over];
    expect(
      await viewer.request("POST", `${path}/runs/${running.runId}/cancel`),
    ).toMatchObject({ status: 202, body: { run: running } });
    expect(
      await viewer.request("POST", `${path}/runs/${over.runId}/cancel`, {}),
    ).toMatchObject({ status: 200, body: { run: over } });
    expect(await viewer.request("GET", `${path}/runs`)).toMatchObject({
      body: { runs: [running, over] },
    });
    expect(
      await viewer.request("GET", `${path}/runs/${over.runId}`),
    ).toMatchObject({ body: { run: over, steps: [] } });
    expect(await viewer.request("GET", `${path}/runs/none`)).toMatchObject({
      status: 404,
      body: { error: { code: "RUN_NOT_FOUND" } },
    });
    expect(
      await viewer.request("POST", `${path}/runs/none/cancel`),
    ).toMatchObject({
      status: 404,
      body: { error: { code: "RUN_NOT_FOUND" } },
    });
  });

  it("decide approvals, which are listed by status", async () => {
    const { sessionId } = session;
    const waiting = anApproval({ sessionId });
    const denied = anApproval({
      sessionId,
      approvalId: `ap_${"d".repeat(21)}`,
      status: "denied",
    });
    session.approvalList = [waiting, denied];
    expect(
      (await viewer.request("GET", "/api/approvals?status=pending")).body,
    ).toEqual({ approvals: [waiting] });
    expect(
      (await viewer.request("GET", `${path}/approvals?status=denied`)).body,
    ).toEqual({ approvals: [denied] });
    expect((await viewer.request("GET", `${path}/approvals`)).body).toEqual({
      approvals: [waiting, denied],
    });
    expect(
      (await viewer.request("GET", `${path}/approvals?status=open`)).status,
    ).toBe(400);
    const approved = await viewer.request(
      "POST",
      `${path}/approvals/${waiting.approvalId}/approve`,
      { argsDigest: waiting.argsDigest, args: { body: "other" } },
    );
    expect(approved).toMatchObject({
      status: 200,
      body: { approval: { status: "approved" } },
    });
    expect(session.calls.at(-1)?.slice(0, 2)).toEqual([
      "approve",
      waiting.approvalId,
    ]);
    expect(session.calls.at(-1)?.[2]).toMatchObject({
      args: { body: "other" },
    });
    expect(
      await viewer.request(
        "POST",
        `${path}/approvals/${waiting.approvalId}/deny`,
      ),
    ).toMatchObject({ status: 200 });
    expect(
      await viewer.request("POST", `${path}/approvals/none/deny`),
    ).toMatchObject({
      status: 404,
      body: { error: { code: "APPROVAL_NOT_FOUND" } },
    });
  });

  it("choose, show, test and forget the model", async () => {
    const input = {
      providerId: "mine",
      api: "openai-completions",
      modelId: "m",
      supportsImages: false,
      apiKey: "sk-secret",
      headers: { "x-key": "v" },
    };
    const set = await viewer.request("PUT", `${path}/model-config`, input);
    expect(set.status).toBe(200);
    expect(JSON.stringify(set.body)).not.toContain("sk-secret");
    expect(set.body).toMatchObject({ connection: { headers: ["x-key"] } });
    expect(await viewer.request("GET", `${path}/model-config`)).toMatchObject({
      status: 200,
      body: { connection: null },
    });
    expect(
      await viewer.request("POST", `${path}/model-config/test`),
    ).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(
      (await viewer.request("DELETE", `${path}/model-config`)).status,
    ).toBe(204);
    expect(
      (await viewer.request("DELETE", `${path}/model-config`)).status,
    ).toBe(204);
  });

  it("run actions of the lab", async () => {
    expect(
      await viewer.request("POST", `${path}/actions/apply`, {
        input: { id: 1 },
      }),
    ).toMatchObject({ status: 200, body: { result: { did: "apply" } } });
    expect(session.calls.at(-1)?.slice(0, 3)).toEqual([
      "runAction",
      "apply",
      { id: 1 },
    ]);
  });
});

describe("artifacts", () => {
  it("come with their own type, as nobody's page", async () => {
    session.artifactBytes.set("report 报告.md", {
      bytes: Buffer.from("# 报告"),
      mediaType: "text/markdown",
    });
    session.artifactBytes.set("page.html", {
      bytes: Buffer.from("<script>1</script>"),
      mediaType: "text/html",
    });
    const report = await viewer.request(
      "GET",
      `${path}/artifacts/${encodeURIComponent("report 报告.md")}`,
    );
    expect(report).toMatchObject({ status: 200, body: "# 报告" });
    expect(report.headers.get("content-type")).toBe(
      "text/markdown; charset=utf-8",
    );
    expect(report.headers.get("content-disposition")).toMatch(
      /^inline; filename="report __.md"; filename\*=UTF-8''report%20/,
    );
    const page = await viewer.request("GET", `${path}/artifacts/page.html`);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; .*sandbox$/,
    );
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(
      (await viewer.request("GET", `${path}/artifacts`)).body,
    ).toMatchObject({
      artifacts: [{ name: "report 报告.md" }, { name: "page.html" }],
    });
  });

  it.each(["none", "..%2fsecret", "a%00b", "%zz"])(
    "are not found at %s",
    async (name) => {
      expect(
        await viewer.request("GET", `${path}/artifacts/${name}`),
      ).toMatchObject({
        status: 404,
        body: { error: { code: "ARTIFACT_NOT_FOUND" } },
      });
    },
  );
});

describe("a refusal", () => {
  it.each(Object.entries(API_ERROR_STATUS))(
    "%s has the status %i and the one body",
    async (code, status) => {
      session.failure = new HarnessError(
        code as ApiErrorCode,
        "Do something else.",
        { hint: 1 },
      );
      const answer = await viewer.request("POST", `${path}/messages`, {
        text: "Hello",
      });
      expect(answer.status).toBe(status);
      const { error } = ApiErrorSchema.parse(answer.body);
      expect(error).toMatchObject({
        code,
        requestId: answer.headers.get("x-request-id"),
        details: { hint: 1 },
      });
      expect(error.message).toMatch(/\.$/);
    },
  );

  it("that nobody expected tells nothing", async () => {
    session.failure = new Error("ENOENT: /home/someone/secret sk-12345");
    const answer = await viewer.request("POST", `${path}/messages`, {
      text: "Hello",
    });
    expect(answer).toMatchObject({
      status: 500,
      body: { error: { code: "INTERNAL" } },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/home|sk-|ENOENT/);
  });

  it("of an answer that breaks its contract is INTERNAL", async () => {
    session.runList = [{ ...aRun(), turns: -1 }];
    expect(await viewer.request("GET", `${path}/runs`)).toMatchObject({
      status: 500,
      body: { error: { code: "INTERNAL" } },
    });
    session.runList = [];
  });
});
