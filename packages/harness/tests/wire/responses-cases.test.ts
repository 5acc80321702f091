/** Faults of the responses wire; the ids are those of fixtures/cases/provider-cases.json. */
import { afterEach, describe, expect, it } from "vitest";
import {
  responsesEnd,
  responsesEvent,
} from "../../src/testing/provider-simulator/responses-answer.ts";
import { answerReply } from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  byteByByte,
  streamReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

const API = "openai-responses";
const DONE = answerReply(API, { text: "done" });
const END = responsesEnd({});

async function play(...frames: readonly string[]): Promise<WireFixture> {
  wire = await openWire(replies(streamReply(...frames), DONE), { api: API });
  return wire;
}

interface CallEvents {
  readonly place: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly args: string;
}

/** Added, delta and done of one call. */
function callEvents({ place, id, args }: CallEvents): readonly string[] {
  const item = { type: "function_call", id, call_id: "c", name: "get_order" };
  return [
    responsesEvent("response.output_item.added", {
      ...place,
      item: { ...item, arguments: "" },
    }),
    responsesEvent("response.function_call_arguments.delta", {
      ...place,
      item_id: id,
      delta: args,
    }),
    responsesEvent("response.output_item.done", {
      ...place,
      item: { ...item, arguments: args },
    }),
  ];
}

const A1 = { place: { output_index: 0 }, id: "fc_a", args: '{"id":"A-1"}' };
const A2 = { place: { output_index: 0 }, id: "fc_b", args: '{"id":"A-2"}' };

describe("the responses wire", () => {
  it.each([
    [
      "P02: one index, one after the other",
      [...callEvents(A1), ...callEvents(A2)],
    ],
    [
      "P02: one index, interleaved, the arguments in pieces only",
      callEvents(A1)
        .flatMap((event, at) => [event, callEvents(A2)[at] ?? ""])
        .map((event) =>
          event.replace(/"arguments":"[^}]*}"/, '"arguments":""'),
        ),
    ],
    [
      "without any index, interleaved",
      callEvents({ ...A1, place: {} }).flatMap((event, at) => [
        event,
        callEvents({ ...A2, place: {} })[at] ?? "",
      ]),
    ],
    [
      "L07: one id",
      [
        ...callEvents(A1),
        ...callEvents({ ...A2, id: A1.id, place: { output_index: 1 } }),
      ],
    ],
    [
      "with ids that change with every event",
      [
        ...callEvents(A1),
        ...callEvents({ ...A2, place: { output_index: 1 } }),
      ].map((event, at) =>
        event.replace(/"item_id":"[^"]*"/, `"item_id":"x${at}"`),
      ),
    ],
  ])("keeps two calls apart: %s", async (_name, frames) => {
    const used = await play(...frames, END);
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual([
      'get_order {"id":"A-1"}',
      'get_order {"id":"A-2"}',
    ]);
    expect(used.simulator.requests[1]?.bodyText).not.toMatch(
      /"call_id":"(c|wire)?"/,
    );
  });

  it("fails and runs nothing when a call is never finished", async () => {
    wire = await openWire(
      replies(streamReply(...callEvents(A1).slice(0, 2), END)),
      { api: API },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_PROTOCOL" },
    });
    expect(wire.executed).toEqual([]);
  });

  it("P10: takes reasoning out of a text here too", async () => {
    const used = await play(
      responsesEvent("response.output_item.added", {
        output_index: 0,
        item: { type: "message", id: "m", role: "assistant", content: [] },
      }),
      ...["<think>wh", "y</think>", "42"].map((delta) =>
        responsesEvent("response.output_text.delta", {
          output_index: 0,
          item_id: "m",
          delta,
        }),
      ),
      responsesEvent("response.output_item.done", {
        output_index: 0,
        item: {
          type: "message",
          id: "m",
          role: "assistant",
          content: [{ type: "output_text", text: "<think>why</think>42" }],
        },
      }),
      END,
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.texts()).toEqual(["42"]);
    expect((await used.run("again")).type).toBe("run.completed");
    expect(used.simulator.requests[1]?.bodyText).toContain(
      "<think>why</think>",
    );
  });

  it("takes a refusal for one", async () => {
    const used = await play(
      responsesEvent("response.output_item.added", {
        output_index: 0,
        item: { type: "message", id: "m", role: "assistant", content: [] },
      }),
      responsesEvent("response.refusal.delta", {
        output_index: 0,
        item_id: "m",
        delta: "I can't help with that.",
      }),
      END,
    );
    expect(await used.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_REFUSED" },
    });
    expect(used.texts()).toEqual(["I can't help with that."]);
  });

  it("P18: gives the same text and arguments one byte at a time", async () => {
    const text = "Käse \u{1F9C0} 苏州";
    wire = await openWire(
      replies(
        byteByByte(
          answerReply(API, {
            text,
            calls: [{ name: "get_order", args: { id: text } }],
          }),
        ),
        DONE,
      ),
      { api: API },
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(wire.texts()[0]).toBe(text);
    expect(wire.executed).toEqual([
      `get_order ${JSON.stringify({ id: text })}`,
    ]);
  });
});
