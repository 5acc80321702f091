/** Recorded faults of the messages wire; the ids are those of fixtures/cases/provider-cases.json. */
import { afterEach, describe, expect, it } from "vitest";
import {
  anthropicBlock,
  anthropicEnd,
  anthropicEvent,
  anthropicStart,
} from "../../src/testing/provider-simulator/anthropic-answer.ts";
import { answerReply } from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  byteByByte,
  statusReply,
  streamReply,
} from "../../src/testing/provider-simulator/simulator-reply.ts";
import { caseValues } from "./case-rows.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

const API = "anthropic-messages";
const DONE = answerReply(API, { text: "done" });

async function play(...frames: readonly string[]): Promise<WireFixture> {
  wire = await openWire(replies(streamReply(...frames), DONE), { api: API });
  return wire;
}

const toolUse = (input: object = {}) => ({
  type: "tool_use",
  id: "t1",
  name: "get_order",
  input,
});
const piece = (partial_json: string) => ({
  type: "input_json_delta",
  partial_json,
});

describe("the messages wire", () => {
  it("P12: keeps the part before an overload, tries again, and does not double it", async () => {
    wire = await openWire(
      replies(
        streamReply(caseValues("P12").join("")),
        answerReply(API, { text: "Part two" }),
      ),
      { api: API },
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(wire.texts()).toEqual(["Part", "Part two"]);
    const completed = wire.watch.events.flatMap((event) =>
      event.type === "assistant.completed" ? [event.payload.stopReason] : [],
    );
    expect(completed).toEqual(["error", "stop"]);
    await wire.run("next");
    const sent = wire.simulator.requests[2]?.bodyText ?? "";
    expect(sent.match(/Part/g)).toHaveLength(1);
  });

  it("P14: takes an empty input for none, when run and when sent back", async () => {
    const used = await play(
      anthropicStart(),
      ...caseValues("P14"),
      ...anthropicEnd("tool_use"),
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual(["list_open_orders {}"]);
    expect(used.simulator.requests[1]?.bodyText).toContain('"input":{}');
  });

  it("P14: keeps an input that comes whole with the start", async () => {
    const used = await play(
      anthropicStart(),
      ...anthropicBlock(0, toolUse({ id: "A-1" }), []),
      ...anthropicEnd("tool_use"),
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual(['get_order {"id":"A-1"}']);
  });

  it("never runs a call whose block has no end on what can be read of it", async () => {
    const used = await play(
      anthropicStart(),
      ...anthropicBlock(0, toolUse(), [piece('{"id":"A-1')]).slice(0, -1),
      ...anthropicEnd("tool_use"),
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual([]);
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "TOOL_ARGUMENTS_INVALID" },
    });
  });

  it("L07: keeps two calls apart that have one id and one index", async () => {
    const used = await play(
      anthropicStart(),
      ...anthropicBlock(0, toolUse(), [piece('{"id":"A-1"}')]),
      ...anthropicBlock(0, toolUse(), [piece('{"id":"A-2"}')]),
      ...anthropicEnd("tool_use"),
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual([
      'get_order {"id":"A-1"}',
      'get_order {"id":"A-2"}',
    ]);
  });

  it("P09: fails with a sentence when it announces calls and sends none", async () => {
    wire = await openWire(
      replies(
        streamReply(
          anthropicStart(),
          ...anthropicBlock(0, { type: "text", text: "" }, [
            { type: "text_delta", text: "Let me check." },
          ]),
          ...anthropicEnd("tool_use"),
        ),
      ),
      { api: API },
    );
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_PROTOCOL" },
    });
  });

  it("P10: takes reasoning out of a text here too", async () => {
    const used = await play(
      anthropicStart(),
      ...anthropicBlock(0, { type: "text", text: "" }, [
        { type: "text_delta", text: "<thi" },
        { type: "text_delta", text: "nk>why</think>42" },
      ]),
      ...anthropicEnd("end_turn"),
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.texts()).toEqual(["42"]);
    expect(await used.watch.untilType("assistant.completed")).toMatchObject({
      payload: { reasoning: "why" },
    });
  });

  it("P15: sends signed thinking back unchanged, and to no other provider", async () => {
    const block = JSON.parse(caseValues("P15")[0] ?? "") as {
      thinking: string;
      signature: string;
    };
    wire = await openWire(
      replies(
        answerReply(API, {
          reasoning: block.thinking,
          signature: block.signature,
          calls: [{ name: "get_order", args: { id: "A-1" } }],
        }),
        DONE,
      ),
      { api: API },
    );
    await wire.run();
    const sent = (): unknown[] => {
      const body = wire?.simulator.requests.at(-1)?.body as {
        messages: { role: string; content: unknown[] }[];
      };
      return (
        body.messages.find(({ role }) => role === "assistant")?.content ?? []
      );
    };
    expect(sent()[0]).toEqual({ type: "thinking", ...block });
    await wire.run("again");
    expect(sent()[0]).toEqual({ type: "thinking", ...block });
    // The same provider and model by name, at another address.
    wire.connect({ baseUrl: `${wire.simulator.origin}/other` });
    expect((await wire.run("again")).type).toBe("run.completed");
    expect(wire.simulator.requests.at(-1)?.path).toMatch(
      /^\/other\/v1\/messages/,
    );
    expect(wire.simulator.requests.at(-1)?.bodyText).not.toContain(
      block.signature,
    );
    expect(sent()[0]).toMatchObject({ type: "tool_use", name: "get_order" });
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

  it("P23: is read with other line ends, comments, pings and events without a name", async () => {
    const frames = [
      ": hello\n\n",
      anthropicStart(),
      anthropicEvent("ping"),
      ...anthropicBlock(0, { type: "text", text: "" }, [
        { type: "text_delta", text: "a\u2028b" },
      ]),
      ...anthropicEnd("end_turn"),
    ];
    const used = await play(
      ...frames.map((frame) =>
        frame.replace(/^event: .*\n/, "").replaceAll("\n", "\r"),
      ),
    );
    expect((await used.run()).type).toBe("run.completed");
    expect(used.texts()).toEqual(["a\u2028b"]);
  });

  it("P21: waits as a provider asks in the messages wire too", async () => {
    wire = await openWire(
      replies(
        statusReply(529, { error: {} }, { "retry-after-ms": "20" }),
        DONE,
      ),
      { api: API },
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(await wire.watch.untilType("run.retrying")).toMatchObject({
      payload: { delayMs: 20 },
    });
  });
});
