import { afterEach, describe, expect, it } from "vitest";
import { createGuardedFetch } from "../../src/models/node-guarded-fetch.ts";
import type { OpenModelFetch } from "../../src/models/model-fetch.ts";
import { ProviderSimulator } from "../../src/testing/provider-simulator/provider-simulator.ts";
import {
  answerReply,
  SIMULATED_APIS,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  statusReply,
  streamReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

/** The guard as a server opens it, with these origins listed. */
const guarded =
  (listed: (origin: string) => readonly string[]): OpenModelFetch =>
  ({ baseUrl = "" }) => {
    const { origin } = new URL(baseUrl);
    return createGuardedFetch({ origin, allowedOrigins: listed(origin) });
  };

describe.each(SIMULATED_APIS)("the guard under a run over %s", (api) => {
  it("lets a listed origin through", async () => {
    wire = await openWire(
      replies(
        answerReply(api, {
          text: "I look.",
          calls: [{ name: "get_order", args: { id: "A-1" } }],
        }),
        answerReply(api, { text: "done" }),
      ),
      { api, openFetch: guarded((origin) => [origin]) },
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(wire.texts()).toEqual(["I look.", "done"]);
  });

  it("ends the run with its own code where the origin is not listed", async () => {
    wire = await openWire(replies(answerReply(api, { text: "ok" })), {
      api,
      openFetch: guarded(() => []),
    });
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "BASE_URL_NOT_ALLOWED", retryable: false },
    });
    expect(wire.simulator.requests).toEqual([]);
  });

  it("follows no redirect", async () => {
    wire = await openWire(
      replies(statusReply(307, "", { location: "/elsewhere" })),
      { api, openFetch: guarded((origin) => [origin]) },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: {
        code: "PROVIDER_PROTOCOL",
        message: expect.stringContaining("redirect") as string,
      },
    });
    expect(wire.simulator.requests).toHaveLength(1);
  });

  it("leaves a dead host, a cut and a wait their codes", async () => {
    wire = await openWire(replies(streamReply({ kind: "cut" })), {
      api,
      openFetch: guarded((origin) => [origin]),
      limits: { firstByteMs: 100 },
    });
    const unavailable = {
      type: "run.failed",
      payload: { code: "PROVIDER_UNAVAILABLE" },
    };
    expect(await wire.run()).toMatchObject(unavailable);
    wire.simulator.use(replies(streamReply({ kind: "silence" })));
    expect(await wire.run()).toMatchObject(unavailable);
    const gone = await ProviderSimulator.open(replies());
    await gone.close();
    wire.connect({ baseUrl: `${gone.origin}/v1` });
    expect(await wire.run()).toMatchObject(unavailable);
  });
});
