/** The demo task on real models: over HTTP, through the guard, Pi and the wire, to a provider on this machine. */
import {
  hangUp,
  ProviderSimulator,
  SIMULATED_APIS,
  statusReply,
  streamReply,
  type SimulatedApi,
  type SimulatorScript,
} from "@agent-studio/harness/testing";
import type { HarnessEvent, RedactedConnection } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import {
  replyTo,
  REPORT,
  reportScript,
  simulatorInput,
} from "../../src/testing/report-model.ts";
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
let simulator: ProviderSimulator | undefined;
afterEach(async () => {
  await studio?.close();
  await simulator?.close();
  expect(studio?.defects).toEqual([]);
  expect(simulator?.defects ?? []).toEqual([]);
  studio = undefined;
  simulator = undefined;
});

const LIMITS = { firstByteMs: 300, idleMs: 300, answerBytes: 1_000_000 };

interface Started {
  readonly session: DemoSession;
  readonly provider: ProviderSimulator;
}

async function start(
  api: SimulatedApi,
  script: SimulatorScript = reportScript(),
): Promise<Started> {
  const provider = await ProviderSimulator.open(script);
  simulator = provider;
  const { origin } = provider;
  studio = await startStudio(
    { STUDIO_ALLOWED_MODEL_ORIGINS: origin },
    { wireLimits: LIMITS },
  );
  const session = await studio.demoSession(simulatorInput(api, origin));
  return { session, provider };
}

const ended = async (session: DemoSession): Promise<HarnessEvent> => {
  const isEnd = (type: string) =>
    /^run\.(?:completed|failed|cancelled)$/.test(type);
  await session.stream.until(({ events }) =>
    events.some(({ event }) => isEnd(event)),
  );
  const found = eventsOf(session).find(({ type }) => isEnd(type));
  if (found === undefined) throw new Error("The run has no end.");
  return found;
};

const approve = ({ viewer, path }: DemoSession, approvalId: string) =>
  viewer.request("POST", `${path}/approvals/${approvalId}/approve`);

/** The session can go on with the same provider, well again. */
async function expectUsable(
  { viewer, path, stream }: DemoSession,
  provider: ProviderSimulator,
): Promise<void> {
  provider.use((request) => replyTo(request, { text: "Well again." }));
  const sent = await viewer.request("POST", `${path}/messages`, {
    text: "Again",
  });
  expect(sent.status).toBe(202);
  await stream.until(({ events }) =>
    events.some(({ event }) => event === "run.completed"),
  );
}

describe.each(SIMULATED_APIS)("the demo task over %s", (api) => {
  it("asks, saves what was approved, and tells how much was used", async () => {
    const { session, provider } = await start(api);
    await sendDemoTask(session);
    const approval = await untilAsked(session);
    expect(approval).toMatchObject({
      toolName: "save_report_draft",
      args: { body: REPORT },
    });
    await approve(session, approval.approvalId);
    expect(await ended(session)).toMatchObject({
      type: "run.completed",
      payload: { turns: 5, costUsd: null },
    });
    expect(checkLegal(eventsOf(session))).toEqual([]);
    expect(storyOf(session).filter((type) => type === "skill.loaded")).toEqual([
      "skill.loaded",
      "skill.loaded",
    ]);
    const { viewer, path } = session;
    const report = await viewer.request("GET", `${path}/artifacts/report.md`);
    expect(report.body).toBe(REPORT);
    expect(provider.requests).toHaveLength(5);
    for (const { headers } of provider.requests) {
      expect(headers["authorization"] ?? headers["x-api-key"]).toContain(
        "sk-test-0123456789",
      );
      expect(headers["user-agent"]).toBe("agent-studio");
    }
    await expectUsable(session, provider);
  });

  it("a wrong key ends as PROVIDER_AUTH at once", async () => {
    const { session, provider } = await start(api, () =>
      statusReply(401, { error: { message: "Incorrect API key provided" } }),
    );
    await sendDemoTask(session);
    expect(await ended(session)).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_AUTH" },
    });
    expect(provider.requests).toHaveLength(1);
    await expectUsable(session, provider);
  });

  it("a stalled stream ends as PROVIDER_UNAVAILABLE within its limit", async () => {
    const { session, provider } = await start(api, () =>
      streamReply({ kind: "silence" }),
    );
    await sendDemoTask(session);
    const startedAt = performance.now();
    expect(await ended(session)).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_UNAVAILABLE" },
    });
    // Three tries, and the waits between them.
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    await expectUsable(session, provider);
  });
});

describe("a provider", () => {
  it("that limits requests is asked again after the time it names", async () => {
    let asked = 0;
    const { session, provider } = await start(
      "openai-completions",
      (request) => {
        asked += 1;
        return asked === 1
          ? statusReply(429, { error: {} }, { "retry-after": "1" })
          : replyTo(request, { text: "Here it is." });
      },
    );
    await sendDemoTask(session);
    expect(await untilEvent(session, "run.retrying")).toMatchObject({
      payload: { delayMs: 1000, code: "PROVIDER_RATE_LIMIT" },
    });
    expect((await ended(session)).type).toBe("run.completed");
    expect(provider.requests).toHaveLength(2);
  });

  it("that wants a longer wait than anyone has patience for ends the run as PROVIDER_RATE_LIMIT", async () => {
    const { session, provider } = await start("anthropic-messages", () =>
      statusReply(429, { error: {} }, { "retry-after": "3600" }),
    );
    await sendDemoTask(session);
    expect(await ended(session)).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_RATE_LIMIT" },
    });
    expect(provider.requests).toHaveLength(1);
    await expectUsable(session, provider);
  });

  it("that is dead, or hangs up, is PROVIDER_UNAVAILABLE", async () => {
    const { session, provider } = await start("openai-responses", () =>
      hangUp(),
    );
    await sendDemoTask(session);
    expect(await ended(session)).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_UNAVAILABLE" },
    });
    await expectUsable(session, provider);
    await provider.close();
    const { viewer, path } = session;
    const tested = await viewer.request("POST", `${path}/model-config/test`);
    expect(tested.body).toMatchObject({
      status: "failed",
      code: "PROVIDER_UNAVAILABLE",
    });
  });
});

describe("a connection", () => {
  it.each([
    ["http://169.254.169.254/v1", "metadata"],
    ["http://127.0.0.1:11434/v1", "address"],
    ["https://10.0.0.1/v1", "address"],
    ["http://api.example.org/v1", "not_encrypted"],
    ["file:///etc/passwd", "scheme"],
    ["https://user:secret@api.example.org/v1", "credentials"],
    ["https://localhost/v1", "name"],
  ])(
    "to %s is refused with the reason, and the one before stays",
    async (baseUrl, reason) => {
      const { session, provider } = await start("openai-completions");
      const { viewer, path } = session;
      const input = { ...simulatorInput("openai-completions", ""), baseUrl };
      const refused = await viewer.request(
        "PUT",
        `${path}/model-config`,
        input,
      );
      expect(refused).toMatchObject({
        status: 422,
        body: {
          error: {
            code: "BASE_URL_NOT_ALLOWED",
            details:
              reason === "address" || reason === "name"
                ? { reason, setting: "STUDIO_ALLOWED_MODEL_ORIGINS" }
                : { reason },
          },
        },
      });
      const { body } = await viewer.request("GET", `${path}/model-config`);
      expect(body).toMatchObject({
        connection: { baseUrl: `${provider.origin}/v1`, hasKey: true },
      });
    },
  );

  it("shows the address that was made of what was pasted, and a hint of its key only", async () => {
    const { session, provider } = await start("openai-completions");
    const { viewer, path } = session;
    const input = simulatorInput("openai-completions", provider.origin, {
      baseUrl: `${provider.origin}/v1/v1/chat/completions/`,
      headers: { "x-team": "a-secret-value" },
    });
    const { body } = await viewer.request("PUT", `${path}/model-config`, input);
    const { connection } = body as { connection: RedactedConnection };
    expect(connection).toMatchObject({
      baseUrl: `${provider.origin}/v1`,
      hasKey: true,
      keyHint: "••••6789",
      headers: ["x-team"],
    });
    expect(JSON.stringify(body)).not.toMatch(/0123|a-secret-value|apiKey/);
  });

  it("can't change or be cleared while a run is active, and may be cleared twice after it", async () => {
    const { session, provider } = await start("openai-completions");
    const { viewer, path } = session;
    await sendDemoTask(session);
    const approval = await untilAsked(session);
    const input = simulatorInput("anthropic-messages", provider.origin);
    for (const [method, sent] of [
      ["PUT", input],
      ["DELETE", undefined],
    ] as const)
      expect(
        await viewer.request(method, `${path}/model-config`, sent),
      ).toMatchObject({
        status: 409,
        body: { error: { code: "SESSION_BUSY" } },
      });
    await approve(session, approval.approvalId);
    await ended(session);
    const clear = () => viewer.request("DELETE", `${path}/model-config`);
    expect((await clear()).status).toBe(204);
    expect((await clear()).status).toBe(204);
    expect(
      await viewer.request("POST", `${path}/messages`, { text: "Hello" }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: "MODEL_NOT_CONFIGURED" } },
    });
    expect(
      await viewer.request("POST", `${path}/model-config/test`),
    ).toMatchObject({
      status: 409,
      body: { error: { code: "MODEL_NOT_CONFIGURED" } },
    });
  });

  it("that changes between runs, to another api too, keeps the history", async () => {
    const { session, provider } = await start("openai-completions");
    const { viewer, path, stream } = session;
    for (const [index, api] of SIMULATED_APIS.entries()) {
      provider.use((request) =>
        replyTo(request, { text: `The answer of ${api}.` }),
      );
      await viewer.request(
        "PUT",
        `${path}/model-config`,
        simulatorInput(api, provider.origin),
      );
      await viewer.request("POST", `${path}/messages`, {
        text: `Question ${index}`,
      });
      await stream.until(
        ({ events }) =>
          events.filter(({ event }) => event === "run.completed").length ===
          index + 1,
      );
    }
    const last = provider.requests.at(-1)?.bodyText ?? "";
    for (const text of [
      "Question 0",
      "The answer of openai-completions.",
      "Question 1",
      "The answer of openai-responses.",
      "Question 2",
    ])
      expect(last).toContain(text);
  });
});
