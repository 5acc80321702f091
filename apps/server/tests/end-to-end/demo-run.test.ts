import {
  createInitialState,
  fold,
  type Approval,
  type LabSummary,
  type Run,
  type SessionState,
} from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  eventsOf,
  sendDemoTask,
  startStudio,
  storyOf,
  untilAsked,
  untilEvent,
  type DemoSession,
  type Studio,
} from "../../src/testing/studio.ts";

let studio: Studio | undefined;
afterEach(async () => {
  await studio?.close();
  expect(studio?.defects).toEqual([]);
  studio = undefined;
});

async function start(
  environment?: Readonly<Record<string, string>>,
): Promise<DemoSession> {
  studio = await startStudio(environment);
  return studio.demoSession();
}

const TURN = [
  "model.requested",
  "assistant.started",
  "assistant.completed",
  "model.responded",
];
const SKILL = [
  "tool.requested",
  "skill.requested",
  "tool.started",
  "tool.completed",
  "skill.loaded",
];
const BEGINNING = [
  "session.started",
  "model.configured",
  "run.started",
  "user.message",
];
/** Up to the question whether the report may be saved. */
const UNTIL_ASKED = [
  ...BEGINNING,
  ...[...TURN, ...SKILL],
  ...[...TURN, "tool.requested", "tool.started", "tool.completed"],
  ...[...TURN, ...SKILL],
  ...[...TURN, "tool.requested", "approval.required"],
];

const runOf = async ({ viewer, path }: DemoSession, runId: string) => {
  const { body } = await viewer.request("GET", `${path}/runs/${runId}`);
  return (body as { run: Run }).run;
};
const decide = (
  { viewer, path }: DemoSession,
  { approvalId }: Approval,
  verb: "approve" | "deny",
  body?: unknown,
) => viewer.request("POST", `${path}/approvals/${approvalId}/${verb}`, body);
const stop = ({ viewer, path }: DemoSession, runId: string) =>
  viewer.request("POST", `${path}/runs/${runId}/cancel`);

// Loaded with the first run otherwise, which is not what is measured here.
beforeAll(() => import("@agent-studio/harness/pi-adapters"));

describe("the demo run over HTTP", () => {
  it("says beforehand which arguments each tool takes", async () => {
    const { viewer } = await start();
    const { body } = await viewer.request("GET", "/api/labs");
    const [lab] = (body as { labs: LabSummary[] }).labs;
    const tool = lab?.tools.find(({ name }) => name === "save_report_draft");
    expect(tool?.parameters).toMatchObject({
      type: "object",
      properties: { title: { type: "string" }, body: { type: "string" } },
      required: ["body"],
      additionalProperties: false,
    });
  });

  it("[AC-05] asks, saves what was approved and is over within two seconds", async () => {
    const session = await start();
    const { viewer, path } = session;
    const startedAt = performance.now();
    const runId = await sendDemoTask(session);
    const approval = await untilAsked(session);
    expect(storyOf(session)).toEqual(UNTIL_ASKED);
    expect(await runOf(session, runId)).toMatchObject({
      status: "awaiting_approval",
    });
    const { argsDigest } = approval;
    expect(
      await decide(session, approval, "approve", { argsDigest }),
    ).toMatchObject({
      status: 200,
      body: { approval: { status: "approved" } },
    });
    await untilEvent(session, "run.completed");
    expect(performance.now() - startedAt).toBeLessThan(2_000);

    expect(storyOf(session)).toEqual([
      ...UNTIL_ASKED,
      ...["approval.resolved", "tool.started", "artifact.saved"],
      "tool.completed",
      ...[...TURN, "run.completed"],
    ]);
    expect(checkLegal(eventsOf(session))).toEqual([]);
    const report = await viewer.request("GET", `${path}/artifacts/report.md`);
    expect(report.status).toBe(200);
    for (const section of ["账户总结", "关键指标", "异常发现", "优化建议"])
      expect(report.body).toContain(section);
    expect(await runOf(session, runId)).toMatchObject({ status: "completed" });
  });

  it("folds on the way to the snapshot that the server has", async () => {
    const session = await start();
    await sendDemoTask(session);
    await decide(session, await untilAsked(session), "approve");
    await untilEvent(session, "run.completed");
    const { viewer, path, sessionId } = session;
    const folded = fold(createInitialState(sessionId), eventsOf(session));
    const { body } = await viewer.request("GET", `${path}/snapshot`);
    const { sequence, state } = body as {
      sequence: number;
      state: SessionState;
    };
    const rest = eventsOf(session).filter((event) => event.sequence > sequence);
    expect(folded.gap).toBeNull();
    expect(fold(state, rest).state).toEqual(
      JSON.parse(JSON.stringify(folded.state)),
    );
  });

  it("saves nothing that was denied, and says so", async () => {
    const session = await start();
    const runId = await sendDemoTask(session);
    const approval = await untilAsked(session);
    const denied = await decide(session, approval, "deny", {
      reason: "Later.",
    });
    expect(denied).toMatchObject({
      status: 200,
      body: { approval: { status: "denied", reason: "Later." } },
    });
    await untilEvent(session, "run.completed");
    expect(storyOf(session)).toEqual([
      ...UNTIL_ASKED,
      ...["approval.resolved", "tool.denied"],
      ...[...TURN, "run.completed"],
    ]);
    expect(checkLegal(eventsOf(session))).toEqual([]);
    const { viewer, path } = session;
    expect(await viewer.request("GET", `${path}/artifacts`)).toMatchObject({
      body: { artifacts: [] },
    });
    expect(await decide(session, approval, "deny")).toMatchObject({
      status: 200,
    });
    expect(await decide(session, approval, "approve")).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "APPROVAL_ALREADY_RESOLVED",
          details: { approval: { status: "denied" } },
        },
      },
    });
    expect(await runOf(session, runId)).toMatchObject({ status: "completed" });
  });

  it("goes on without an answer when the question expires", async () => {
    const session = await start({ STUDIO_APPROVAL_TIMEOUT_MS: "100" });
    await sendDemoTask(session);
    await untilEvent(session, "run.completed");
    expect(storyOf(session)).toEqual([
      ...UNTIL_ASKED,
      ...["approval.resolved", "tool.denied"],
      ...[...TURN, "run.completed"],
    ]);
    const events = eventsOf(session);
    expect(checkLegal(events)).toEqual([]);
    const resolved = events.find(({ type }) => type === "approval.resolved");
    expect(resolved?.payload).toMatchObject({ status: "expired" });
  });

  it("runs what a person made of it, and nothing with a wrong digest", async () => {
    const session = await start();
    await sendDemoTask(session);
    const approval = await untilAsked(session);
    expect(
      await decide(session, approval, "approve", {
        argsDigest: "0".repeat(64),
      }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: "APPROVAL_DIGEST_MISMATCH" } },
    });
    expect(
      await decide(session, approval, "approve", { args: { title: 1 } }),
    ).toMatchObject({
      status: 422,
      body: {
        error: {
          code: "TOOL_ARGUMENTS_INVALID",
          details: {
            issues: [
              { path: "/body", rule: "required" },
              { path: "/title", rule: "type" },
            ],
          },
        },
      },
    });
    const args = { body: "# Written by a person" };
    expect(await decide(session, approval, "approve", { args })).toMatchObject({
      status: 200,
      body: { approval: { status: "approved", editedArgs: args } },
    });
    await untilEvent(session, "run.completed");
    const { viewer, path } = session;
    const report = await viewer.request("GET", `${path}/artifacts/report.md`);
    expect(report.body).toContain("# Written by a person");
  });
});

describe("stopping the demo run", () => {
  it.each([
    ["before its first word", "run.started"],
    ["in the middle of a sentence", "assistant.delta"],
    ["while a tool is asked for", "tool.requested"],
    ["while it waits for a person", "approval.required"],
  ])("%s ends it once, and lets the next one start", async (_, type) => {
    const session = await start({
      STUDIO_DEMO_PACE: type === "approval.required" ? "instant" : "natural",
    });
    const runId = await sendDemoTask(session);
    await untilEvent(session, type);
    expect(await stop(session, runId)).toMatchObject({
      status: 202,
      body: { run: { runId } },
    });
    await untilEvent(session, "run.cancelled");
    expect(await stop(session, runId)).toMatchObject({
      status: 200,
      body: { run: { status: "cancelled" } },
    });
    const events = eventsOf(session);
    expect(checkLegal(events)).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      type: "run.cancelled",
      runId,
      payload: { reason: "user" },
    });
    expect(await sendDemoTask(session)).toMatch(/^run_/);
  });
});

describe("a session while a run is active", () => {
  it("takes no second message, but the same one again", async () => {
    const session = await start();
    const { viewer, path } = session;
    const send = (body: unknown) =>
      viewer.request("POST", `${path}/messages`, body);
    const text = "请分析 demo-account 最近 7 天的表现并保存报告";
    const first = { text, clientMessageId: "one" };
    const answer = await send(first);
    expect(answer.status).toBe(202);
    await untilAsked(session);
    expect(await send({ text, clientMessageId: "two" })).toMatchObject({
      status: 409,
      body: { error: { code: "SESSION_BUSY" } },
    });
    expect(await send(first)).toMatchObject({ status: 202, body: answer.body });
    expect(await send({ text: "other", clientMessageId: "one" })).toMatchObject(
      {
        status: 409,
        body: { error: { code: "IDEMPOTENCY_CONFLICT" } },
      },
    );
  });

  it("is deleted with its run, in front of everyone who watches", async () => {
    const session = await start({ STUDIO_DEMO_PACE: "natural" });
    const { viewer, path, stream } = session;
    await sendDemoTask(session);
    await untilEvent(session, "assistant.delta");
    expect((await viewer.request("DELETE", path)).status).toBe(204);
    await stream.ended;
    expect(checkLegal(eventsOf(session))).toEqual([]);
    expect(eventsOf(session).slice(-2)).toMatchObject([
      { type: "run.cancelled", payload: { reason: "session_deleted" } },
      { type: "session.closed", payload: { reason: "deleted" } },
    ]);
    expect((await viewer.request("GET", path)).status).toBe(404);
  });
});

describe("a model", () => {
  it("has to be chosen before the first message", async () => {
    studio = await startStudio();
    const viewer = await studio.server.viewer();
    const path = `/api/sessions/${await viewer.createSession()}`;
    expect(
      await viewer.request("POST", `${path}/messages`, { text: "Hello" }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: "MODEL_NOT_CONFIGURED" } },
    });
  });

  it("that is listed as not available can't be chosen", async () => {
    const { viewer, path } = await start();
    const { body } = await viewer.request("GET", "/api/model-presets");
    const { presets } = body as {
      presets: { available: boolean; presetId: string }[];
    };
    for (const preset of presets.filter(({ available }) => !available)) {
      const { presetId, providerId, api, modelId, supportsImages, baseUrl } =
        preset as typeof preset & Record<string, unknown>;
      const input = {
        presetId,
        providerId,
        api,
        modelId,
        supportsImages,
        baseUrl,
      };
      expect(
        await viewer.request("PUT", `${path}/model-config`, input),
      ).toMatchObject({
        status: 422,
        body: { error: { code: "MODEL_CONFIG_INVALID" } },
      });
    }
  });
});
