import { existsSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import {
  answerReply,
  apiOfPath,
  SIMULATED_APIS,
  type SimulatedApi,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

const keyHeader = (api: SimulatedApi): string =>
  api === "anthropic-messages" ? "x-api-key" : "authorization";

describe.each(SIMULATED_APIS)("a request over %s", (api) => {
  const ok = replies(answerReply(api, { text: "ok" }));
  const sent = (used: WireFixture) => {
    const request = used.simulator.requests[0];
    if (request === undefined) throw new Error("Nothing was sent.");
    return request;
  };

  it.each([
    "!touch studio-was-here",
    "$HOME",
    "$$",
    "sk-ant-oat01-looks-like-a-login",
    "plain",
  ])("carries the key exactly as it was entered: %s", async (apiKey) => {
    wire = await openWire(ok, { api, secrets: { apiKey } });
    expect((await wire.run()).type).toBe("run.completed");
    const { headers, bodyText } = sent(wire);
    expect(headers[keyHeader(api)]).toBe(
      api === "anthropic-messages" ? apiKey : `Bearer ${apiKey}`,
    );
    expect(bodyText).not.toContain(apiKey);
    expect(bodyText).not.toContain("Claude Code");
    expect(existsSync("studio-was-here")).toBe(false);
  });

  it("carries the person's own headers, as they were entered, and those win", async () => {
    wire = await openWire(ok, {
      api,
      secrets: {
        apiKey: "unused",
        headers: { "x-team": "$HOME !x", [keyHeader(api)]: "own" },
      },
    });
    await wire.run();
    expect(sent(wire).headers).toMatchObject({
      "x-team": "$HOME !x",
      [keyHeader(api)]: "own",
    });
  });

  it("carries no key and no placeholder where there is no key, and says nothing of this machine", async () => {
    wire = await openWire(ok, { api, secrets: {} });
    expect((await wire.run()).type).toBe("run.completed");
    const { headers } = sent(wire);
    expect(headers["authorization"]).toBeUndefined();
    expect(headers["x-api-key"]).toBeUndefined();
    expect(headers["user-agent"]).toBe("agent-studio");
    expect(JSON.stringify(headers)).not.toMatch(/stainless|placeholder|node/);
    expect(JSON.stringify(headers) + sent(wire).bodyText).not.toContain("ses_");
  });

  it("is not sent with a key that no header can carry, and the run says so", async () => {
    wire = await openWire(ok, { api, secrets: { apiKey: "key\nx: y" } });
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_AUTH" },
    });
    expect(wire.simulator.requests).toEqual([]);
  });

  it.each(["", "/", "/v1", "/v1/"])(
    "P16: reaches the api from an address that ends in %j",
    async (end) => {
      wire = await openWire(ok, { api });
      const path =
        api === "anthropic-messages"
          ? end
          : `/v1${end === "/" || end === "/v1/" ? "/" : ""}`;
      wire.connect({ baseUrl: `${wire.simulator.origin}${path}` });
      expect((await wire.run()).type).toBe("run.completed");
      expect(apiOfPath(sent(wire).path)).toBe(api);
      expect(sent(wire).path).not.toMatch(/\/\/|v1\/v1/);
    },
  );

  it("asks for the effort and the output limit that were chosen, and for none otherwise", async () => {
    wire = await openWire(ok, { api });
    await wire.run();
    expect(sent(wire).bodyText).not.toMatch(
      /reasoning|"thinking"|"store":true/,
    );
    if (api !== "anthropic-messages")
      expect(sent(wire).bodyText).not.toMatch(/max_.*tokens/);
    wire.connect({
      reasoningEffort: "high",
      maxOutputTokens: 4000,
      contextWindow: 200_000,
    });
    await wire.run();
    const asked = wire.simulator.requests[1]?.bodyText ?? "";
    expect(asked).toMatch(/"max_(output_)?tokens":4000/);
    expect(asked).toMatch(/"(reasoning_)?effort":"high"|"budget_tokens"/);
  });
});
