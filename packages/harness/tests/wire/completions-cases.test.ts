/** Recorded faults of the chat-completions wire; the ids are those of fixtures/cases/provider-cases.json. */
import { afterEach, describe, expect, it } from "vitest";
import { completionsChunk } from "../../src/testing/provider-simulator/completions-answer.ts";
import { answerReply } from "../../src/testing/provider-simulator/simulated-api.ts";
import {
  byteByByte,
  bytes,
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

const API = "openai-completions";
const DONE = answerReply(API, { text: "done" });

/** Plays frames as the first answer and "done" as every later one. */
async function play(frames: readonly string[]): Promise<WireFixture> {
  wire = await openWire(replies(streamReply(...frames), DONE));
  return wire;
}

function calls(used: WireFixture): unknown[] {
  return used.watch.events.flatMap((event) =>
    event.type === "tool.requested"
      ? [[event.payload.toolName, event.payload.args]]
      : [],
  );
}

function callIds(used: WireFixture): string[] {
  return used.watch.events.flatMap((event) =>
    event.type === "tool.requested" ? [event.payload.toolCallId] : [],
  );
}

/** Ids that the second request names, of calls and of results. */
function sentIds(used: WireFixture): unknown[] {
  const text = used.simulator.requests[1]?.bodyText ?? "";
  return [...text.matchAll(/"(?:id|tool_call_id)":"([^"]*)"/g)].map(
    (match) => match[1],
  );
}

const P01 = caseValues("P01");

describe("chunks without choices", () => {
  it.each([
    ["as recorded", P01],
    [
      "with null choices",
      P01.map((frame) => frame.replace('"choices":[]', '"choices":null')),
    ],
    ["with the empty chunk first", [P01[2] ?? "", ...P01]],
    ["with CRLF", P01.map((frame) => frame.replaceAll("\n", "\r\n"))],
    ["with CR only", P01.map((frame) => frame.replaceAll("\n", "\r"))],
    [
      "with comments between",
      P01.flatMap((frame) => [": keep-alive\n\n", frame]),
    ],
    ["without a space", P01.map((frame) => frame.replace("data: ", "data:"))],
    ["after a byte order mark", ["\uFEFF", ...P01]],
  ])("P01, P23: are no answer of their own, %s", async (_name, frames) => {
    const used = await play(frames);
    expect(await used.run()).toMatchObject({
      type: "run.completed",
      payload: { usage: { inputTokens: 11, outputTokens: 2 } },
    });
    expect(used.texts()).toEqual(["Hello"]);
  });

  it("P23: keep separators that are no line ends", async () => {
    const [recorded = ""] = caseValues("P23");
    const used = await play([recorded.replace("raw:", "raw:\u0085\u2029")]);
    expect((await used.run()).type).toBe("run.completed");
    expect(used.texts()[0]).toContain("a\u2028 raw:\u0085\u2029");
  });
});

describe("calls in fragments", () => {
  const A1 = ["get_order", { id: "A-1" }];

  it("P02: stay two where both carry index 0", async () => {
    const used = await play(caseValues("P02"));
    expect((await used.run()).type).toBe("run.completed");
    expect(calls(used)).toEqual([A1, ["get_order", { id: "B-2" }]]);
    expect(used.executed).toHaveLength(2);
  });

  it("P04: leave no ghost where they are numbered from 1", async () => {
    const used = await play(caseValues("P04"));
    expect((await used.run()).type).toBe("run.completed");
    expect(calls(used)).toEqual([A1, ["get_order", { id: "A-2" }]]);
    const ids = callIds(used);
    expect(sentIds(used)).toEqual([...ids, ...ids]);
  });

  it("P06: get the id and name that come late, and never send an empty one", async () => {
    const used = await play(caseValues("P06"));
    expect((await used.run()).type).toBe("run.completed");
    expect(calls(used)).toEqual([A1]);
    expect(sentIds(used)).not.toContain("");
  });

  it("P06: are refused where the name never comes", async () => {
    const frames = caseValues("P06");
    const used = await play([frames[0] ?? "", ...frames.slice(2)]);
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual([]);
    expect(await used.watch.untilType("tool.denied")).toMatchObject({
      payload: { code: "TOOL_UNKNOWN" },
    });
    expect(used.simulator.requests[1]?.bodyText).not.toContain('"name":""');
  });

  it("P07: run although the answer says that it only stopped", async () => {
    const used = await play(caseValues("P07"));
    expect((await used.run()).type).toBe("run.completed");
    expect(used.executed).toEqual(['get_order {"id":"A-1"}']);
    expect(used.texts()).toEqual(["", "done"]);
  });

  it("P14: without arguments get none, when run and when sent back", async () => {
    for (const args of ["", undefined]) {
      const call = {
        index: 0,
        id: "c1",
        function: { name: "list_open_orders", arguments: args },
      };
      const used = await play([
        completionsChunk({ tool_calls: [call] }),
        completionsChunk({}, "tool_calls"),
        "data: [DONE]\n\n",
      ]);
      expect((await used.run()).type).toBe("run.completed");
      expect(used.executed).toEqual(["list_open_orders {}"]);
      expect(used.simulator.requests[1]?.bodyText).toContain(
        '"arguments":"{}"',
      );
      await used.dispose();
      wire = undefined;
    }
  });

  it("L07: with one id for two get fresh ids and one result each", async () => {
    const pair = (second: object): readonly string[] => [
      completionsChunk({
        tool_calls: [
          {
            index: 0,
            id: "dup",
            function: { name: "get_order", arguments: '{"id":"A-1"}' },
          },
          { index: 1, id: "dup", ...second },
        ],
      }),
      completionsChunk({}, "tool_calls"),
      "data: [DONE]\n\n",
    ];
    const equal = await play(
      pair({ function: { name: "get_order", arguments: '{"id":"A-1"}' } }),
    );
    expect((await equal.run()).type).toBe("run.completed");
    expect(equal.executed).toHaveLength(2);
    expect(new Set(callIds(equal)).size).toBe(2);
    expect(sentIds(equal)).toEqual([...callIds(equal), ...callIds(equal)]);
    await equal.dispose();
    const other = await play(
      pair({ function: { name: "delete_order", arguments: '{"id":"A-1"}' } }),
    );
    const runId = await other.send();
    const { payload } = await other.watch.untilType("approval.required");
    expect(payload.approval).toMatchObject({
      toolName: "delete_order",
      args: { id: "A-1" },
    });
    expect(other.executed).toEqual(['get_order {"id":"A-1"}']);
    await other.session.deny(
      payload.approval.approvalId,
      {},
      { actor: { kind: "viewer", id: "viw_0123456789abcdefghijk" } },
    );
    expect((await other.ended(runId)).type).toBe("run.completed");
  });
});

describe("a stream that says one thing and does another", () => {
  it("P09: fails with a sentence when it announces calls and sends none", async () => {
    wire = await openWire(replies(streamReply(...caseValues("P09"))));
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: {
        code: "PROVIDER_PROTOCOL",
        message: expect.stringContaining("announced a tool call") as string,
      },
    });
    expect(wire.simulator.requests).toHaveLength(3);
    expect(wire.texts()[0]).toBe("Let me check.");
  });
});

describe("reasoning in the text", () => {
  const reasoning = (used: WireFixture): unknown =>
    used.watch.events.flatMap((event) =>
      event.type === "assistant.completed" ? [event.payload.reasoning] : [],
    )[0];
  const content = (...texts: readonly string[]): readonly string[] => [
    ...texts.map((text) => completionsChunk({ content: text })),
    completionsChunk({}, "stop"),
    "data: [DONE]\n\n",
  ];

  it.each([
    ["split over chunks", caseValues("P10"), "margin is secret", "42"],
    [
      "with a lone closing tag",
      content("margin is secret</thi", "nk>4", "2"),
      "margin is secret",
      "42",
    ],
    [
      "never closed",
      content("<think>margin ", "is secret"),
      "margin is secret",
      "",
    ],
    [
      "mentioning its own tag",
      content("<think>a <think>b</thi", "nk> c</think>\n\n42"),
      "a <think>b</think> c",
      "42",
    ],
    [
      "mentioning a tag that it does not close",
      content("<think>say <think> or not</think>", "42"),
      "say <think> or not",
      "42",
    ],
    [
      "in two blocks",
      content("<think>one</think>\n<think>", "two</think>42"),
      "onetwo",
      "42",
    ],
  ])(
    "P10: is never shown as text, %s",
    async (_name, frames, thought, text) => {
      const used = await play(frames);
      expect((await used.run()).type).toBe("run.completed");
      expect(used.texts()).toEqual([text]);
      expect(reasoning(used)).toBe(thought);
    },
  );

  it.each([
    "Write `<think>` first, then `</think>`.",
    "```\n<think>x</think>\n```",
    "Use `</think>` to end it.",
    "  indented",
    "<thing>",
    "a < b",
  ])("P10: leaves a literal tag alone: %s", async (text) => {
    const used = await play(content(text.slice(0, 7), text.slice(7)));
    expect((await used.run()).type).toBe("run.completed");
    expect(used.texts()).toEqual([text]);
    expect(reasoning(used)).toBeUndefined();
  });

  it("goes back to its own model where it was, and to no other", async () => {
    wire = await openWire(
      replies(streamReply(...content("<think>why</think>42")), DONE),
    );
    await wire.run();
    await wire.run("again");
    expect(wire.simulator.requests[1]?.bodyText).toContain(
      "<think>why</think>",
    );
    wire.connect({ modelId: "another" });
    await wire.run("again");
    expect(wire.simulator.requests[2]?.bodyText).not.toContain("why");
  });
});

describe("bytes cut within a character", () => {
  it("P18: give the same text and the same arguments", async () => {
    const pieces = (caseValues("P18")[0] ?? "").split(" | ");
    const used = await openWire(
      replies(
        streamReply(
          ...pieces.map((hex) => bytes(Buffer.from(hex, "hex"))),
          completionsChunk({}, "stop"),
          "data: [DONE]\n\n",
        ),
      ),
    );
    wire = used;
    expect((await used.run()).type).toBe("run.completed");
    expect(used.texts()[0]).toContain("K\u00e4se \u{1F9C0} \u82cf\u5dde");
  });

  it("P18: give the same text and arguments one byte at a time", async () => {
    const text = "K\u00e4se \u{1F9C0} \u82cf\u5dde";
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
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(wire.texts()[0]).toBe(text);
    expect(wire.executed).toEqual([
      `get_order ${JSON.stringify({ id: text })}`,
    ]);
  });
});

describe("a model that leaves the opening tag out", () => {
  it("P10: is believed from its second answer on, however late the closing tag comes", async () => {
    const long = "thought ".repeat(60);
    const answer = (text: string): ReturnType<typeof streamReply> =>
      streamReply(
        ...[text.slice(0, 100), text.slice(100)].map((content) =>
          completionsChunk({ content }),
        ),
        completionsChunk({}, "stop"),
        "data: [DONE]\n\n",
      );
    wire = await openWire(
      replies(answer("short</think>one"), answer(`${long}</think>two`)),
    );
    await wire.run();
    await wire.run("again");
    expect(wire.texts()).toEqual(["one", "two"]);
  });
});

describe("a server that can't stream", () => {
  it("is heard all the same", async () => {
    const document = {
      id: "c",
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "I look.",
            tool_calls: [
              {
                id: "c1",
                type: "function",
                function: { name: "get_order", arguments: '{"id":"A-1"}' },
              },
            ],
          },
        },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    };
    wire = await openWire(replies(statusReply(200, document), DONE));
    expect(await wire.run()).toMatchObject({
      type: "run.completed",
      payload: { usage: { inputTokens: 7, outputTokens: 3 } },
    });
    expect(wire.texts()).toEqual(["I look.", "done"]);
    expect(wire.executed).toEqual(['get_order {"id":"A-1"}']);
  });
});
