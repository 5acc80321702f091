/** The model of a session, with the real agent loop and a provider on this machine. */
import type { HarnessEvent, ModelConnectionInput } from "@agent-studio/shared";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  createModelAccess,
  InMemoryModelConnectionStore,
} from "../../src/adapters.ts";
import {
  createPiModelRuntimeFactory,
  PiAgentSessionFactory,
} from "../../src/pi-adapters.ts";
import { newId, type SessionApi } from "../../src/index.ts";
import type { ConnectionResolver } from "../../src/models/resolved-connection.ts";
import {
  ProviderSimulator,
  type SimulatorScript,
} from "../../src/testing/provider-simulator/provider-simulator.ts";
import {
  answerReply,
  apiOfPath,
  baseUrlOf,
  SIMULATED_APIS,
  type SimulatedApi,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import { statusReply } from "../../src/testing/provider-simulator/simulator-reply.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TEST_VIEWER,
  TestHarness,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const wellScript: SimulatorScript = (request) =>
  answerReply(apiOfPath(request.path) ?? "openai-completions", {
    text: "Well.",
  });

interface Place {
  readonly harness: TestHarness;
  readonly simulator: ProviderSimulator;
  readonly connections: InMemoryModelConnectionStore;
  input(
    overrides?: Partial<ModelConnectionInput>,
    api?: SimulatedApi,
  ): ModelConnectionInput;
  session(): Promise<{ session: SessionApi; watch: EventWatch }>;
}

async function open(
  defaults?: (origin: string) => ModelConnectionInput,
  resolverOf: (store: InMemoryModelConnectionStore) => ConnectionResolver = (
    store,
  ) => store,
): Promise<Place> {
  const simulator = await ProviderSimulator.open(wellScript);
  undo.push(() => simulator.close());
  const { origin } = simulator;
  const connections = new InMemoryModelConnectionStore();
  const models = {
    ...createModelAccess({ allowedOrigins: [origin] }),
    ...(defaults === undefined
      ? {}
      : { defaultConnection: () => defaults(origin) }),
  };
  const agents = new PiAgentSessionFactory({
    models: createPiModelRuntimeFactory({
      pace: "instant",
      providers: {
        connections: resolverOf(connections),
        openFetch: models.openFetch,
        wallClock: () => Date.now(),
      },
    }),
    newToolCallId: () => newId("call"),
  });
  const harness = await TestHarness.create({
    labs: [createTestLab(new ToolProbe())],
    agents,
    deps: { connections, models },
  });
  undo.push(() => harness.dispose());
  return {
    harness,
    simulator,
    connections,
    input: (overrides = {}, api = "openai-completions") => ({
      providerId: "mine",
      api,
      baseUrl: baseUrlOf(api, origin),
      modelId: "m",
      supportsImages: false,
      ...overrides,
    }),
    async session() {
      const session = await harness.registry.create(
        { viewerId: TEST_VIEWER },
        TEST_ORIGIN,
      );
      const watch = new EventWatch(session);
      undo.push(() => watch.close());
      return { session, watch };
    },
  };
}

async function run(
  session: SessionApi,
  watch: EventWatch,
): Promise<HarnessEvent> {
  const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
  return watch.until(
    (event) =>
      event.runId === runId &&
      /^run\.(?:completed|failed|cancelled)$/.test(event.type),
  );
}

const sentKey = ({ requests }: ProviderSimulator): string | undefined => {
  const headers = requests.at(-1)?.headers ?? {};
  return (
    headers["authorization"]?.slice("Bearer ".length) ?? headers["x-api-key"]
  );
};

describe.each(SIMULATED_APIS)("over %s", (api) => {
  it.each([
    `!touch ${join("/tmp", "studio-executed-key")}`,
    "$HOME",
    "${PATH}",
    "env:SECRET",
    "$(id)",
    "`id`",
  ])("the key %s is sent literally, and so is a header", async (apiKey) => {
    const { simulator, input, session: openSession } = await open();
    const { session, watch } = await openSession();
    const headers = { "x-extra": apiKey };
    await session.configureModel(input({ apiKey, headers }, api), TEST_ORIGIN);
    expect((await run(session, watch)).type).toBe("run.completed");
    expect(sentKey(simulator)).toBe(apiKey);
    expect(simulator.requests.at(-1)?.headers["x-extra"]).toBe(apiKey);
    expect(existsSync("/tmp/studio-executed-key")).toBe(false);
  });

  it("a key that belongs to another origin by now is not sent", async () => {
    const {
      simulator,
      input,
      session: openSession,
    } = await open(undefined, (store) => ({
      resolve(sessionId) {
        const kept = store.resolve(sessionId);
        if (kept === undefined) return undefined;
        const baseUrl = "https://other.example.org/v1";
        return { ...kept, connection: { ...kept.connection, baseUrl } };
      },
    }));
    const { session, watch } = await openSession();
    const headers = { "x-extra": "secret" };
    await session.configureModel(
      input({ apiKey: "key-0123456789", headers }, api),
      TEST_ORIGIN,
    );
    await run(session, watch);
    expect(sentKey(simulator)).toBeUndefined();
    expect(simulator.requests.at(-1)?.headers["x-extra"]).toBeUndefined();
  });

  it("no key means no header for one", async () => {
    const { simulator, input, session: openSession } = await open();
    const { session, watch } = await openSession();
    await session.configureModel(input({}, api), TEST_ORIGIN);
    expect((await run(session, watch)).type).toBe("run.completed");
    expect(sentKey(simulator)).toBeUndefined();
  });
});

describe("a session's model", () => {
  it("is none at first, and nothing takes its place", async () => {
    const { session: openSession } = await open();
    const { session } = await openSession();
    expect(session.model()).toBeNull();
    const signal = new AbortController().signal;
    for (const command of [
      () => session.sendMessage({ text: "go" }, TEST_ORIGIN),
      () => session.testModel(signal),
    ])
      await expect(command()).rejects.toMatchObject({
        code: "MODEL_NOT_CONFIGURED",
      });
    await session.clearModel(TEST_ORIGIN);
    await session.clearModel(TEST_ORIGIN);
  });

  it("is the environment's until it chooses, and again after it clears", async () => {
    const {
      session: openSession,
      simulator,
      input,
    } = await open((origin) => ({
      providerId: "env",
      api: "openai-completions",
      baseUrl: `${origin}/v1`,
      modelId: "from-environment",
      supportsImages: false,
      apiKey: "env-key-0123456789",
    }));
    const { session, watch } = await openSession();
    expect(session.model()).toMatchObject({ modelId: "from-environment" });
    await run(session, watch);
    expect(sentKey(simulator)).toBe("env-key-0123456789");
    await session.configureModel(
      input({ modelId: "own", apiKey: "own-key-0123456789" }),
      TEST_ORIGIN,
    );
    await run(session, watch);
    expect(sentKey(simulator)).toBe("own-key-0123456789");
    await session.clearModel(TEST_ORIGIN);
    expect(session.model()).toMatchObject({ modelId: "from-environment" });
    await session.clearModel(TEST_ORIGIN);
    await run(session, watch);
    expect(sentKey(simulator)).toBe("env-key-0123456789");
    const chosen = watch.events.flatMap((event) =>
      event.type === "model.configured" ? [event.actor] : [],
    );
    expect(chosen[0]).toEqual({ kind: "system", name: "environment" });
    expect(JSON.stringify(watch.events)).not.toMatch(/-key-0123/);
  });

  it("stays when a new one is refused, and its key with it", async () => {
    const { session: openSession, input, connections } = await open();
    const { session } = await openSession();
    await session.configureModel(
      input({ apiKey: "key-0123456789" }),
      TEST_ORIGIN,
    );
    const before = session.model();
    for (const wrong of [
      { baseUrl: "http://169.254.169.254/v1" },
      { headers: { cookie: "a" } },
      { presetId: "none" },
    ])
      await expect(
        session.configureModel(input(wrong), TEST_ORIGIN),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/BASE|MODEL/) as string,
      });
    expect(session.model()).toEqual(before);
    expect(connections.secrets(session.sessionId)).toEqual(["key-0123456789"]);
  });

  it("and what is kept for it are the same after changes that come together", async () => {
    const { session: openSession, input, connections } = await open();
    const { session } = await openSession();
    await Promise.all([
      session.configureModel(input({ apiKey: "key-0123456789" }), TEST_ORIGIN),
      session.configureModel(input({ modelId: "n" }), TEST_ORIGIN),
      session.clearModel(TEST_ORIGIN),
      session.configureModel(input({ modelId: "o" }), TEST_ORIGIN),
    ]);
    const kept = connections.resolve(session.sessionId);
    expect(session.model()).toEqual(kept?.connection ?? null);
    expect(session.model()?.hasKey ?? false).toBe(kept?.apiKey !== undefined);
  });

  it("is tried without a trace in the log", async () => {
    const { session: openSession, input, simulator } = await open();
    const { session, watch } = await openSession();
    await session.configureModel(
      input({ apiKey: "key-0123456789" }),
      TEST_ORIGIN,
    );
    const before = session.summary().lastSequence;
    simulator.use(() =>
      statusReply(401, { error: { message: "secret words" } }),
    );
    expect(await session.testModel(new AbortController().signal)).toMatchObject(
      { status: "failed", code: "PROVIDER_AUTH" },
    );
    expect(session.summary().lastSequence).toBe(before);
    expect(JSON.stringify(watch.events)).not.toContain("secret words");
  });

  it("takes its secrets with it when the session is deleted", async () => {
    const { session: openSession, input, connections, harness } = await open();
    const { session } = await openSession();
    await session.configureModel(
      input({ apiKey: "key-0123456789" }),
      TEST_ORIGIN,
    );
    await harness.registry.delete(session.sessionId, TEST_VIEWER, TEST_ORIGIN);
    expect(connections.allSecrets()).toEqual([]);
  });
});
