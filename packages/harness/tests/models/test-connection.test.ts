/** Trying a connection, over real sockets and through the guard. */
import type { RedactedConnection } from "@agent-studio/shared";
import { afterEach, describe, expect, it } from "vitest";
import type { OpenModelFetch } from "../../src/models/model-fetch.ts";
import { createModelAccess } from "../../src/models/node-model-access.ts";
import { testConnection } from "../../src/models/test-connection.ts";
import { Secret } from "../../src/security/secret.ts";
import { echoOf } from "../../src/testing/provider-simulator/echo.ts";
import {
  ProviderSimulator,
  type SimulatorScript,
} from "../../src/testing/provider-simulator/provider-simulator.ts";
import {
  SIMULATED_APIS,
  type SimulatedApi,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import { simulatedConnection } from "../../src/testing/provider-simulator/simulated-models.ts";
import {
  bytes,
  hangUp,
  statusReply,
  streamReply,
  type SimulatorReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";

const KEY = "sk-CANARY-0123456789";
let simulator: ProviderSimulator | undefined;
afterEach(async () => {
  await simulator?.close();
  expect(simulator?.defects ?? []).toEqual([]);
  simulator = undefined;
});

interface Trial {
  readonly api?: SimulatedApi;
  readonly connection?: Partial<RedactedConnection>;
  readonly key?: string | null;
  readonly limitMs?: number;
  readonly allowed?: boolean;
}

async function tryIt(script: SimulatorScript, trial: Trial = {}) {
  simulator = await ProviderSimulator.open(script);
  const { origin } = simulator;
  return probe(origin, trial);
}

function probe(origin: string, trial: Trial, signal?: AbortSignal) {
  const { key = KEY, allowed = true, api = "openai-completions" } = trial;
  const connection = simulatedConnection(api, origin, trial.connection);
  const { openFetch } = createModelAccess({
    allowedOrigins: allowed ? [origin] : [],
  });
  return testConnection({
    resolved: {
      connection,
      headers: {},
      ...(key === null ? {} : { apiKey: new Secret(key) }),
    },
    openFetch,
    signal: signal ?? new AbortController().signal,
    now: () => performance.now(),
    limitMs: trial.limitMs ?? 5000,
  });
}

const GOOD: Readonly<Record<SimulatedApi, object>> = {
  "openai-completions": { choices: [{ message: { content: "ok" } }] },
  "openai-responses": { output: [], error: null },
  "anthropic-messages": { type: "message", content: [] },
};

interface Case {
  readonly name: string;
  readonly reply: () => SimulatorReply;
  readonly code: string;
  readonly says: RegExp;
}

const errorReply = (status: number, error: object) => () =>
  statusReply(status, { error });

const FAILURES: readonly Case[] = [
  {
    name: "a wrong key",
    reply: errorReply(401, { message: "Incorrect API key" }),
    code: "PROVIDER_AUTH",
    says: /key/,
  },
  {
    name: "a key without the right",
    reply: errorReply(403, {}),
    code: "PROVIDER_AUTH",
    says: /key/,
  },
  {
    name: "a wrong model",
    reply: errorReply(404, { code: "model_not_found" }),
    code: "PROVIDER_PROTOCOL",
    says: /does not know this model/,
  },
  {
    name: "a wrong model, in Ollama's words",
    reply: errorReply(404, { message: 'model "x" not found, try pulling it' }),
    code: "PROVIDER_PROTOCOL",
    says: /does not know this model/,
  },
  {
    name: "a wrong address with 404",
    reply: () => statusReply(404, "<h1>Not found</h1>"),
    code: "PROVIDER_PROTOCOL",
    says: /nothing at this address/,
  },
  {
    name: "a wrong address with a web page",
    reply: () => statusReply(200, "<!doctype html>"),
    code: "PROVIDER_PROTOCOL",
    says: /web page/,
  },
  {
    name: "a wrong address with some other JSON",
    reply: () => statusReply(200, { ok: true }),
    code: "PROVIDER_PROTOCOL",
    says: /could not be read/,
  },
  {
    name: "a rate limit",
    reply: errorReply(429, {}),
    code: "PROVIDER_RATE_LIMIT",
    says: /limiting/,
  },
  {
    name: "an account without credit",
    reply: errorReply(429, { code: "insufficient_quota" }),
    code: "PROVIDER_RATE_LIMIT",
    says: /credit/,
  },
  {
    name: "an overload",
    reply: errorReply(529, { type: "overloaded_error" }),
    code: "PROVIDER_UNAVAILABLE",
    says: /overloaded/,
  },
  {
    name: "a redirect",
    reply: () => statusReply(302, "", { location: "http://127.0.0.1:9/" }),
    code: "PROVIDER_PROTOCOL",
    says: /redirect/,
  },
  {
    name: "an error with status 200",
    reply: errorReply(200, { type: "authentication_error", message: "no" }),
    code: "PROVIDER_AUTH",
    says: /key/,
  },
  {
    name: "an error with status 200, in words",
    reply: () => statusReply(200, { error: "invalid api key" }),
    code: "PROVIDER_AUTH",
    says: /key/,
  },
  {
    name: "no answer",
    reply: () => hangUp(),
    code: "PROVIDER_UNAVAILABLE",
    says: /could not be reached/,
  },
];

describe.each(SIMULATED_APIS)("over %s, a test", (api) => {
  it("of a good connection is ok, in one small request with the key", async () => {
    expect(await tryIt(() => statusReply(200, GOOD[api]), { api })).toEqual({
      status: "ok",
      message: "The model answered. The connection works.",
      durationMs: expect.any(Number) as number,
    });
    expect(simulator?.requests).toHaveLength(1);
    const [request] = simulator?.requests ?? [];
    const { headers, bodyText = "" } = request ?? {};
    expect(headers?.["authorization"] ?? headers?.["x-api-key"]).toContain(KEY);
    expect(bodyText.length).toBeLessThan(300);
    expect(bodyText).toContain("simulated");
  });

  it.each(FAILURES)("tells $name", async ({ reply, code, says }) => {
    const result = await tryIt(reply, { api });
    expect(result).toMatchObject({ status: "failed", code });
    expect(result.message).toMatch(says);
    expect(simulator?.requests).toHaveLength(1);
  });

  it.each([
    ["before the headers", { status: 200, headers: {}, steps: [] }],
    ["before the first byte", streamReply({ kind: "silence" })],
    ["within the body", streamReply(bytes('{"cho'), { kind: "silence" })],
  ] as const)(
    "ends within its limit after silence %s",
    async (where, reply) => {
      const startedAt = performance.now();
      const script: SimulatorScript = (request) =>
        where === "before the headers"
          ? request.closed.then(() => hangUp())
          : reply;
      const result = await tryIt(script, { api, limitMs: 150 });
      expect(result).toMatchObject({
        status: "failed",
        code: "PROVIDER_UNAVAILABLE",
      });
      expect(performance.now() - startedAt).toBeLessThan(2000);
    },
  );

  it("gives nothing of what the provider wrote", async () => {
    for (const status of [200, 400, 401, 500]) {
      const result = await tryIt(
        (request) => ({
          ...statusReply(
            status,
            { error: { message: echoOf(request), code: KEY, type: KEY } },
            { "x-echo": KEY },
          ),
          statusText: KEY,
        }),
        { api },
      );
      expect(JSON.stringify(result)).not.toContain("CANARY");
      await simulator?.close();
    }
  });
});

describe("a test", () => {
  it("of a host where nothing listens says that it can't be reached", async () => {
    const gone = await ProviderSimulator.open(() => hangUp());
    const { origin } = gone;
    await gone.close();
    expect(await probe(origin, {})).toMatchObject({
      status: "failed",
      code: "PROVIDER_UNAVAILABLE",
    });
  });

  it("of a name that does not exist says that it can't be reached", async () => {
    const { openFetch } = createModelAccess({
      allowedOrigins: [],
      resolver: {
        resolve: () =>
          Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
        ownAddresses: () => [],
      },
    });
    expect(await tested(openFetch, "https://none.example.org")).toMatchObject({
      status: "failed",
      code: "PROVIDER_UNAVAILABLE",
    });
  });

  it("of an address that the guard refuses by now sends nothing", async () => {
    const result = await tryIt(() => hangUp(), { allowed: false });
    expect(result).toMatchObject({
      status: "failed",
      code: "BASE_URL_NOT_ALLOWED",
    });
    expect(simulator?.requests).toEqual([]);
  });

  it("is deferred where a known provider answers nothing without a key", async () => {
    const never: OpenModelFetch = () => {
      throw new Error("Nothing may be sent.");
    };
    const result = await tested(never, "https://api.openai.com/v1", "openai");
    expect(result).toMatchObject({ status: "deferred" });
    expect(result.message).toMatch(/key/);
  });

  it("without a key goes to a provider that may need none", async () => {
    const result = await tryIt(
      () => statusReply(200, GOOD["openai-completions"]),
      { key: null, connection: { providerId: "openai" } },
    );
    expect(result.status).toBe("ok");
    expect(simulator?.requests[0]?.headers["authorization"]).toBeUndefined();
  });

  it("ends when nobody waits for it any more", async () => {
    const gone = new AbortController();
    simulator = await ProviderSimulator.open(() => {
      gone.abort();
      return streamReply({ kind: "silence" });
    });
    const result = await probe(simulator.origin, {}, gone.signal);
    expect(result.status).toBe("failed");
  });
});

function tested(openFetch: OpenModelFetch, baseUrl: string, providerId = "x") {
  return testConnection({
    resolved: {
      connection: simulatedConnection(
        "openai-completions",
        "http://x.invalid",
        {
          baseUrl,
          providerId,
        },
      ),
      headers: {},
    },
    openFetch,
    signal: new AbortController().signal,
    now: () => performance.now(),
    limitMs: 5000,
  });
}
