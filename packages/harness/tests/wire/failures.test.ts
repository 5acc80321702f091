/** Every way in which a provider fails, through each api it can happen in: the code, a sentence of ours, the tries. */
import { afterEach, describe, expect, it } from "vitest";
import { anthropicEvent } from "../../src/testing/provider-simulator/anthropic-answer.ts";
import { frame } from "../../src/testing/provider-simulator/answer.ts";
import { echoOf } from "../../src/testing/provider-simulator/echo.ts";
import { responsesEvent } from "../../src/testing/provider-simulator/responses-answer.ts";
import {
  answerFrames,
  answerReply,
  SIMULATED_APIS,
  type SimulatedApi,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  hangUp,
  statusReply,
  streamReply,
  type SimulatorReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { caseValues } from "./case-rows.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

const RAW = "RAW-TEXT-OF-THE-PROVIDER";
const KEY = "sk-CANARY-0123456789";

interface Failure {
  readonly name: string;
  readonly reply: (api: SimulatedApi) => SimulatorReply;
  readonly code: string;
  readonly tries: number;
  /** What is kept of the answer. */
  readonly text?: string;
}

const refusal =
  (status: number, error: object): Failure["reply"] =>
  () =>
    statusReply(status, { error: { message: RAW, ...error } });

/** The beginning of an answer: its frames up to the first piece of text. */
function begun(api: SimulatedApi): readonly string[] {
  const frames = answerFrames(api, { text: "Part of it" });
  const at = frames.findIndex((candidate) => candidate.includes("Part"));
  return frames.slice(0, at + 1);
}

function errorFrame(api: SimulatedApi, type: string): string {
  const error = { type, code: type, message: RAW };
  switch (api) {
    case "anthropic-messages":
      return anthropicEvent("error", { error });
    case "openai-responses":
      return responsesEvent("response.failed", {
        response: { status: "failed", error },
      });
    case "openai-completions":
      return frame({ error });
  }
}

const FAILURES: readonly Failure[] = [
  { name: "401", reply: refusal(401, {}), code: "PROVIDER_AUTH", tries: 1 },
  { name: "403", reply: refusal(403, {}), code: "PROVIDER_AUTH", tries: 1 },
  {
    name: "L04: 400",
    reply: refusal(400, { type: "invalid_request_error" }),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
  },
  {
    name: "L04: 404",
    reply: refusal(404, {}),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
  },
  {
    name: "L04: 413",
    reply: refusal(413, {}),
    code: "CONTEXT_OVERFLOW",
    tries: 1,
  },
  {
    name: "L04: 422",
    reply: refusal(422, {}),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
  },
  {
    name: "402",
    reply: refusal(402, {}),
    code: "PROVIDER_RATE_LIMIT",
    tries: 1,
  },
  {
    name: "429 for want of credit",
    reply: refusal(429, { code: "insufficient_quota" }),
    code: "PROVIDER_RATE_LIMIT",
    tries: 1,
  },
  {
    name: "429",
    reply: refusal(429, {}),
    code: "PROVIDER_RATE_LIMIT",
    tries: 3,
  },
  {
    name: "408",
    reply: refusal(408, {}),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "500",
    reply: refusal(500, {}),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "529",
    reply: refusal(529, { type: "overloaded_error" }),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "400 for a context that is too long",
    reply: refusal(400, { code: "context_length_exceeded" }),
    code: "CONTEXT_OVERFLOW",
    tries: 1,
  },
  {
    name: "400 in a sentence about the context",
    reply: () =>
      statusReply(400, {
        error: {
          message: "prompt is too long: 210000 tokens > 200000 maximum",
        },
      }),
    code: "CONTEXT_OVERFLOW",
    tries: 1,
  },
  {
    name: "400 by a content filter",
    reply: refusal(400, { code: "content_filter" }),
    code: "PROVIDER_REFUSED",
    tries: 1,
  },
  {
    name: "400 for an image",
    reply: () =>
      statusReply(400, {
        error: {
          message:
            "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum",
        },
      }),
    code: "PROVIDER_REFUSED",
    tries: 1,
  },
  {
    name: "400 of a model that knows only text",
    reply: () =>
      statusReply(400, {
        error: { message: "unknown variant `image_url`, expected `text`" },
      }),
    code: "PROVIDER_REFUSED",
    tries: 1,
  },
  {
    name: "500 of a server that has no eyes",
    reply: () =>
      statusReply(500, {
        error: { message: "image input is not supported, provide the mmproj" },
      }),
    code: "PROVIDER_REFUSED",
    tries: 1,
  },
  {
    name: "404 for a model without images",
    reply: () =>
      statusReply(404, {
        error: { message: "No endpoints found that support image input" },
      }),
    code: "PROVIDER_REFUSED",
    tries: 1,
  },
  {
    name: "a web page with status 502",
    reply: () => statusReply(502, `<html>${RAW}</html>`),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "a web page with status 200",
    reply: () => statusReply(200, `<html>${RAW}</html>`),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
  },
  {
    name: "a web page that calls itself a stream",
    reply: () => streamReply(`\n<!doctype html>${RAW}`),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
  },
  {
    name: "an error with status 200",
    reply: () =>
      statusReply(200, { error: { type: "overloaded_error", message: RAW } }),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "a wrong key with status 200",
    reply: () => statusReply(200, { error: { code: 401, message: RAW } }),
    code: "PROVIDER_AUTH",
    tries: 1,
  },
  {
    name: "some other JSON with status 200",
    reply: () => statusReply(200, { ok: true }),
    code: "PROVIDER_PROTOCOL",
    tries: 3,
  },
  {
    name: "a redirect",
    reply: () => statusReply(307, "", { location: "http://127.0.0.1:9/" }),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
  },
  {
    name: "no answer",
    reply: () => hangUp(),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "an empty stream",
    reply: () => streamReply(),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
  },
  {
    name: "a stream cut with its socket",
    reply: (api) => streamReply(...begun(api), { kind: "cut" }),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
    text: "Part ",
  },
  {
    name: "a stream that ends early",
    reply: (api) => streamReply(...begun(api)),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
    text: "Part ",
  },
  {
    name: "half a frame",
    reply: (api) => streamReply(...begun(api), 'data: {"cho'),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
    text: "Part ",
  },
  {
    name: "broken JSON in a frame",
    reply: (api) => streamReply(...begun(api), `data: {${RAW}\n\n`),
    code: "PROVIDER_PROTOCOL",
    tries: 3,
    text: "Part ",
  },
  {
    name: "P12: overload in mid-stream",
    reply: (api) =>
      streamReply(
        [...begun(api), errorFrame(api, "overloaded_error")].join(""),
      ),
    code: "PROVIDER_UNAVAILABLE",
    tries: 3,
    text: "Part ",
  },
  {
    name: "a rate limit in mid-stream",
    reply: (api) =>
      streamReply(...begun(api), errorFrame(api, "rate_limit_error")),
    code: "PROVIDER_RATE_LIMIT",
    tries: 3,
    text: "Part ",
  },
  {
    name: "a wrong request in mid-stream",
    reply: (api) =>
      streamReply(...begun(api), errorFrame(api, "invalid_request_error")),
    code: "PROVIDER_PROTOCOL",
    tries: 1,
    text: "Part ",
  },
  {
    name: "a content filter at the end",
    reply: (api) => answerReply(api, { text: "Part of it", end: "refusal" }),
    code: "PROVIDER_REFUSED",
    tries: 1,
    text: "Part of it",
  },
];

describe.each(SIMULATED_APIS)("over %s", (api) => {
  it.each(FAILURES)(
    "$name ends as $code after $tries tries",
    async (failure) => {
      wire = await openWire(replies(failure.reply(api)), { api });
      const end = await wire.run();
      expect(end).toMatchObject({
        type: "run.failed",
        payload: { code: failure.code },
      });
      expect(wire.simulator.requests).toHaveLength(failure.tries);
      const log = JSON.stringify(wire.watch.events);
      expect(log).not.toContain(RAW);
      expect(log).not.toContain("studio-failure");
      expect(wire.texts()).toEqual(
        failure.text === undefined
          ? []
          : Array.from({ length: failure.tries }, () => failure.text),
      );
      wire.simulator.use(() => answerReply(api, { text: "well again" }));
      expect((await wire.run()).type).toBe("run.completed");
      expect(wire.texts().at(-1)).toBe("well again");
    },
  );

  it("a try that succeeds after two that failed is the only message that goes on", async () => {
    wire = await openWire(
      replies(
        streamReply(...begun(api), { kind: "cut" }),
        statusReply(503, {}),
        answerReply(api, { text: "Part of it" }),
      ),
      { api },
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(wire.texts()).toEqual(["Part ", "Part of it"]);
    await wire.run("next");
    expect(
      wire.simulator.requests.at(-1)?.bodyText.match(/Part of it/g),
    ).toHaveLength(1);
    const waits = wire.watch.events.filter(
      (event) => event.type === "run.retrying",
    );
    expect(waits.map((event) => event.payload)).toMatchObject([
      { attempt: 1, delayMs: 1, code: "PROVIDER_UNAVAILABLE" },
      { attempt: 2, delayMs: 2, code: "PROVIDER_UNAVAILABLE" },
    ]);
  });

  it("tries are counted anew for every turn", async () => {
    const broken = statusReply(503, {});
    const call = (id: string): SimulatorReply =>
      answerReply(api, { calls: [{ name: "get_order", args: { id } }] });
    wire = await openWire(
      replies(
        broken,
        broken,
        call("A-1"),
        broken,
        broken,
        answerReply(api, { text: "done" }),
      ),
      { api },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.completed",
      payload: { turns: 2 },
    });
    const attempts = wire.watch.events.flatMap((event) =>
      event.type === "run.retrying" ? [event.payload.attempt] : [],
    );
    expect(attempts).toEqual([1, 2, 1, 2]);
  });

  it("silence in mid-stream ends within the idle limit, and the part that came is kept", async () => {
    wire = await openWire(
      replies(streamReply(...begun(api), { kind: "silence" })),
      {
        api,
        limits: { idleMs: 60 },
      },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_UNAVAILABLE" },
    });
    expect(wire.texts()[0]).toBe("Part ");
  });

  it("silence before the first byte ends within its limit", async () => {
    wire = await openWire(replies(streamReply({ kind: "silence" })), {
      api,
      limits: { firstByteMs: 60 },
    });
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_UNAVAILABLE" },
    });
  });

  it("an answer without end is cut at the size limit", async () => {
    wire = await openWire(
      replies(streamReply(...answerFrames(api, { text: "x".repeat(5000) }))),
      { api, limits: { answerBytes: 2000 } },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_PROTOCOL" },
    });
    expect(wire.simulator.requests).toHaveLength(1);
  });

  it("a stop in mid-stream closes the connection and keeps the part that came", async () => {
    wire = await openWire(
      replies(
        streamReply(...begun(api), { kind: "silence" }),
        answerReply(api, { text: "fine" }),
      ),
      { api },
    );
    const runId = await wire.send();
    await wire.watch.untilType("assistant.delta");
    await wire.session.cancelRun(runId, TEST_ORIGIN);
    expect((await wire.ended(runId)).type).toBe("run.cancelled");
    await wire.simulator.requests[0]?.closed;
    expect(wire.texts()).toEqual(["Part "]);
    expect((await wire.run("next")).type).toBe("run.completed");
  });

  it("what a provider echoes of the request is nowhere in the log", async () => {
    const echo =
      (status: number) =>
      (request: Parameters<typeof echoOf>[0]): SimulatorReply =>
        statusReply(status, { error: { message: echoOf(request) } });
    wire = await openWire(echo(400), {
      api,
      secrets: { apiKey: KEY, headers: { "x-team": "HEADER-CANARY" } },
    });
    for (const status of [400, 401, 200, 500]) {
      wire.simulator.use(echo(status));
      await wire.run();
    }
    const log = JSON.stringify(wire.watch.events);
    expect(log).not.toContain("CANARY");
    expect(log).not.toContain("echo");
  });
});

describe("a wait that the provider asks for", () => {
  const limited = (after: string): SimulatorReply =>
    statusReply(429, { error: {} }, { "retry-after": after });
  const ok = answerReply("openai-completions", { text: "ok" });
  const waits = (used: WireFixture): number[] =>
    used.watch.events.flatMap((event) =>
      event.type === "run.retrying" ? [event.payload.delayMs] : [],
    );

  it("P21: is kept, shown, and happens once", async () => {
    wire = await openWire(replies(limited("1"), ok));
    const before = performance.now();
    expect((await wire.run()).type).toBe("run.completed");
    expect(performance.now() - before).toBeGreaterThan(950);
    expect(waits(wire)).toEqual([1000]);
    expect(wire.simulator.requests).toHaveLength(2);
  });

  it("P21: is left at once by a stop", async () => {
    wire = await openWire(replies(limited(caseValues("P21")[0] ?? "3"), ok));
    const runId = await wire.send();
    const { payload } = await wire.watch.untilType("run.retrying");
    expect(payload).toMatchObject({
      delayMs: 3000,
      code: "PROVIDER_RATE_LIMIT",
    });
    const before = performance.now();
    await wire.session.cancelRun(runId, TEST_ORIGIN);
    expect((await wire.ended(runId)).type).toBe("run.cancelled");
    expect(performance.now() - before).toBeLessThan(1000);
    expect(wire.simulator.requests).toHaveLength(1);
  });

  it.each(["Wed, 21 Oct 2037 07:28:00 GMT", "31", "999999999999"])(
    "P21: beyond the limit ends the run with the rate limit: %s",
    async (after) => {
      wire = await openWire(replies(limited(after), ok));
      expect(await wire.run()).toMatchObject({
        type: "run.failed",
        payload: { code: "PROVIDER_RATE_LIMIT", retryable: true },
      });
      expect(wire.simulator.requests).toHaveLength(1);
    },
  );

  it.each([
    ["0", 0],
    ["-5", 1],
    ["soon", 1],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 1],
  ])(
    "P21: that makes no sense is no wait of its own: %s",
    async (after, delayMs) => {
      wire = await openWire(replies(limited(after), ok));
      expect((await wire.run()).type).toBe("run.completed");
      expect(waits(wire)).toEqual([delayMs]);
    },
  );
});
