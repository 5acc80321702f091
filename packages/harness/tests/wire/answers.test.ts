import { afterEach, describe, expect, it } from "vitest";
import {
  answerReply,
  SIMULATED_APIS,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

describe.each(SIMULATED_APIS)("an answer over %s", (api) => {
  it("is streamed, calls tools, answers from their results, and counts usage and cost", async () => {
    wire = await openWire(
      replies(
        answerReply(api, {
          reasoning: "I should look it up.",
          text: "Let me look.",
          calls: [
            { name: "get_order", args: { id: "A-1" } },
            { name: "get_order", args: { id: "B-2" } },
          ],
          usage: { input: 100, output: 20, cacheRead: 50 },
        }),
        answerReply(api, {
          text: "Both are there.",
          usage: { input: 200, output: 5 },
        }),
      ),
      { api, connection: { prices: { input: 1, output: 10, cacheRead: 0.1 } } },
    );
    const end = await wire.run();
    expect(end.type).toBe("run.completed");
    expect(wire.texts()).toEqual(["Let me look.", "Both are there."]);
    expect(wire.executed).toEqual([
      'get_order {"id":"A-1"}',
      'get_order {"id":"B-2"}',
    ]);
    const completed = await wire.watch.untilType("assistant.completed");
    expect(completed.payload.reasoning).toBe("I should look it up.");
    const responded = await wire.watch.untilType("model.responded");
    expect(responded.payload).toMatchObject({
      stopReason: "tool_use",
      model: { providerId: "simulator", modelId: "simulated" },
      usage: {
        inputTokens: 100,
        outputTokens: 20,
        cacheReadTokens: 50,
        cacheWriteTokens: 0,
      },
      costUsd: (100 + 200 + 5) / 1_000_000,
    });
    expect(responded.payload.firstTokenMs).not.toBeNull();
  });

  it("costs null where no price is known", async () => {
    wire = await openWire(
      replies(answerReply(api, { text: "ok", usage: { input: 1, output: 1 } })),
      { api },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.completed",
      payload: { costUsd: null },
    });
  });
});
