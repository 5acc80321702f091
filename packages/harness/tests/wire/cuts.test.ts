import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HarnessEvent } from "@agent-studio/shared";
import {
  answerFrames,
  SIMULATED_APIS,
  type SimulatedApi,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  byteByByte,
  cutAt,
  streamReply,
  type SimulatorReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";
import { openWire, type WireFixture } from "./wire-fixture.ts";

/** What a run says and asks for, without ids, times and the places of its deltas. */
function said(events: readonly HarnessEvent[]): unknown[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case "assistant.completed":
        return [
          event.payload.text,
          event.payload.reasoning,
          event.payload.stopReason,
        ];
      case "tool.requested":
        return [event.payload.toolName, event.payload.args];
      case "model.responded":
        return [event.payload.usage, event.payload.stopReason];
      case "run.completed":
        return [event.payload.usage, event.payload.turns];
      default:
        return [];
    }
  });
}

const reply = (api: SimulatedApi): SimulatorReply =>
  streamReply(
    ...answerFrames(api, {
      reasoning: "The price in 苏州 is \u{1F9C0} 1 € – I look it up.",
      text: "<think>Is it K\u00e4se?</think>\n\nLet me \u2028 look: 苏州 \u{1F9C0}.",
      calls: [
        { name: "get_order", args: { id: "苏州-\u{1F9C0}" } },
        { name: "list_open_orders", args: "" },
      ],
      usage: { input: 10, output: 5, cacheRead: 3 },
    }),
  );

describe.each(SIMULATED_APIS)("an answer over %s", (api) => {
  let wire: WireFixture;
  let next: SimulatorReply;
  let isFirst: boolean;

  beforeAll(async () => {
    wire = await openWire(
      () => {
        const first = isFirst;
        isFirst = false;
        return first
          ? next
          : streamReply(...answerFrames(api, { text: "done" }));
      },
      { api },
    );
  });
  afterAll(() => wire.dispose());

  const play = async (cut: SimulatorReply): Promise<unknown[]> => {
    next = cut;
    isFirst = true;
    const from = wire.watch.events.length;
    const end = await wire.run();
    expect(end.type).toBe("run.completed");
    return said(wire.watch.events.slice(from));
  };

  it("says the same wherever its bytes are cut", async () => {
    const whole = await play(reply(api));
    expect(whole).toContain("Let me \u2028 look: 苏州 \u{1F9C0}.");
    expect(await play(byteByByte(reply(api)))).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 20_000 }), { minLength: 5, maxLength: 60 }),
        async (places) => {
          expect(await play(cutAt(reply(api), places))).toEqual(whole);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});
