import {
  normalizeContext,
  type Api,
  type AssistantMessage,
  type Model,
} from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import { TAGGED } from "../../src/agent/pi-message-mark.ts";
import { outgoingContext } from "../../src/agent/pi-outgoing-context.ts";

const MODEL: Model<Api> = {
  id: "m",
  name: "m",
  api: "openai-completions",
  provider: "p",
  baseUrl: "https://one.invalid/v1",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1000,
  maxTokens: 100,
};
const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

const message = (content: AssistantMessage["content"]): AssistantMessage => ({
  role: "assistant",
  content,
  api: MODEL.api,
  provider: MODEL.provider,
  model: MODEL.id,
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: NO_COST,
  },
  stopReason: "toolUse",
  timestamp: 0,
});

const sent = (given: AssistantMessage, model = MODEL): unknown => {
  const context = outgoingContext(
    normalizeContext({ messages: [given] }),
    model,
    {
      replyOf: () => undefined,
    },
  );
  const [first] = context.messages;
  return first?.content;
};

describe("what a provider is sent of the conversation", () => {
  it.each([
    ["text", '{"id":1}'],
    ["nothing", null],
    ["a list", []],
  ])(
    "P14: holds an object for the arguments of a call that was kept with %s",
    (_name, args) => {
      const kept = JSON.parse(
        JSON.stringify({
          type: "toolCall",
          id: "c",
          name: "n",
          arguments: args,
        }),
      ) as AssistantMessage["content"][number];
      expect(sent(message([kept]))).toEqual([
        { type: "toolCall", id: "c", name: "n", arguments: {} },
      ]);
    },
  );

  it.each(["", "get_order\n", "a".repeat(65), "get order", "__proto__"])(
    "L12: holds a name that providers accept: %j",
    (name) => {
      expect(
        sent(message([{ type: "toolCall", id: "c", name, arguments: {} }])),
      ).toMatchObject([
        { name: expect.stringMatching(/^[\w-]{1,64}$/) as string },
      ]);
    },
  );

  it("holds reasoning in the text for its own model only", () => {
    const given = message([
      { type: "thinking", thinking: "why", thinkingSignature: TAGGED },
      { type: "text", text: "42" },
    ]);
    const text = { type: "text", text: "42" };
    expect(sent(given)).toEqual([
      { type: "text", text: "<think>why</think>\n\n" },
      text,
    ]);
    expect(sent(given, { ...MODEL, id: "other" })).toEqual([text]);
  });
});
