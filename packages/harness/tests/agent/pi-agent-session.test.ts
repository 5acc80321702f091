import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import type { SessionApi } from "../../src/index.ts";
import {
  PiAgentSessionFactory,
  createPiModelRuntimeFactory,
} from "../../src/pi-adapters.ts";
import { newId } from "../../src/sessions/new-id.ts";
import type {
  DemoConversation,
  DemoScript,
} from "../../src/models/demo-script.ts";
import type { DemoPace } from "../../src/models/demo-pace.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TestHarness,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";

interface Fixture {
  readonly harness: TestHarness;
  readonly session: SessionApi;
  readonly watch: EventWatch;
  readonly probe: ToolProbe;
}

let fixture: Fixture | undefined;

async function open(
  script: DemoScript,
  pace: DemoPace = "instant",
): Promise<Fixture> {
  const probe = new ToolProbe();
  const agents = new PiAgentSessionFactory({
    models: createPiModelRuntimeFactory({ pace }),
    newToolCallId: () => newId("call"),
  });
  const harness = await TestHarness.create({
    labs: [createTestLab(probe, { demoScript: script })],
    agents,
  });
  const session = await harness.session();
  fixture = { harness, session, watch: new EventWatch(session), probe };
  return fixture;
}

afterEach(async () => {
  const used = fixture;
  fixture = undefined;
  if (used === undefined) return;
  await used.harness.dispose();
  await used.watch.close();
  expect(checkLegal(used.watch.events)).toEqual([]);
  expect(used.harness.defects).toEqual([]);
});

const isEnd =
  (runId: string) => (event: { runId?: string | undefined; type: string }) =>
    event.runId === runId &&
    ["run.completed", "run.failed", "run.cancelled"].includes(event.type);

const call = (toolName: string, value: string) =>
  ({ kind: "call", toolName, args: { value } }) as const;

describe("a run through the real Pi session", () => {
  it("streams, calls tools with ids of ours, asks, executes once and answers from the results", async () => {
    const seen: DemoConversation[] = [];
    const { session, watch, probe } = await open((conversation) => {
      seen.push(conversation);
      if (conversation.turn === 1)
        return [
          { kind: "reasoning", text: "thinking" },
          { kind: "text", text: "I look." },
          call("look", "a"),
          call("note", "b"),
        ];
      return [
        {
          kind: "text",
          text: conversation.toolResults
            .map((result) => result.text)
            .join(" / "),
        },
      ];
    });
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    const { payload } = await watch.untilType("approval.required");
    expect(payload.approval.toolCallId).toMatch(/^call_/);
    await session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    const end = await watch.until(isEnd(runId));
    expect(end.type).toBe("run.completed");
    expect(probe.executed).toEqual(["look:a", "note:b"]);
    const last = watch.events.findLast(
      (event) => event.type === "assistant.completed",
    );
    expect(last?.payload).toMatchObject({ text: "look saw a / noted" });
    expect(seen[1]?.toolResults).toMatchObject([
      { toolName: "look", args: { value: "a" }, isError: false },
      { toolName: "note", args: { value: "b" }, isError: false },
    ]);
  });

  it("lets the model read what the log has of unknown, invalid and denied calls", async () => {
    let told: readonly string[] = [];
    const { session, watch } = await open(({ turn, toolResults }) => {
      if (turn === 1) {
        return [
          { kind: "call", toolName: "nope", args: {} },
          { kind: "call", toolName: "look", args: { wrong: 1 } },
          call("forbidden", "x"),
          call("note", "y"),
        ];
      }
      told = toolResults.map((result) => result.text);
      return [{ kind: "text", text: "ok" }];
    });
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    const { payload } = await watch.untilType("approval.required");
    await session.deny(
      payload.approval.approvalId,
      { reason: "too long" },
      TEST_ORIGIN,
    );
    await watch.until(isEnd(runId));
    expect(told).toHaveLength(4);
    expect(told[0]).toContain("TOOL_UNKNOWN");
    expect(told[1]).toContain("TOOL_ARGUMENTS_INVALID");
    expect(told[2]).toContain("A policy does not allow this call");
    expect(told[3]).toContain("too long");
  });

  it("executes calls that the provider gives the same id, each with its own result", async () => {
    const { session, watch, probe } = await open(({ turn, toolResults }) =>
      turn <= 2
        ? [call("look", `${turn}a`), call("look", `${turn}b`)]
        : [
            {
              kind: "text",
              text: toolResults.map((result) => result.text).join(),
            },
          ],
    );
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.until(isEnd(runId));
    expect(probe.executed).toEqual([
      "look:1a",
      "look:1b",
      "look:2a",
      "look:2b",
    ]);
    const ids = watch.events.flatMap((event) =>
      event.type === "tool.requested" ? [event.payload.toolCallId] : [],
    );
    expect(new Set(ids).size).toBe(4);
  });

  it("stops in mid-stream at once, keeps the partial text, and the next message works with it as history", async () => {
    const conversations: DemoConversation[] = [];
    const { session, watch } = await open((conversation) => {
      conversations.push(conversation);
      return conversation.userText === "go"
        ? [{ kind: "text", text: "word ".repeat(2000) }]
        : [{ kind: "text", text: "fine" }];
    }, "natural");
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.untilType("assistant.delta");
    const { run } = await session.cancelRun(runId, TEST_ORIGIN);
    expect(run.status).toBe("cancelled");
    expect(await watch.untilType("assistant.completed")).toMatchObject({
      payload: { stopReason: "aborted" },
    });
    const next = await session.sendMessage({ text: "next" }, TEST_ORIGIN);
    expect((await watch.until(isEnd(next.runId))).type).toBe("run.completed");
    expect(conversations[1]).toMatchObject({
      userText: "next",
      earlierUserTexts: ["go"],
    });
  });

  it("stops before the first byte without a model call", async () => {
    let asked = 0;
    const { session, watch } = await open(() => {
      asked += 1;
      return [{ kind: "text", text: "x" }];
    }, "natural");
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await session.cancelRun(runId, TEST_ORIGIN);
    expect((await watch.until(isEnd(runId))).type).toBe("run.cancelled");
    expect(asked).toBe(0);
  });

  it("stops at a gate and the orphan-free history is accepted by the next run", async () => {
    const { session, watch } = await open(({ userText, turn }) =>
      userText === "go" && turn === 1
        ? [call("note", "x")]
        : [{ kind: "text", text: "fine" }],
    );
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.untilType("approval.required");
    await session.cancelRun(runId, TEST_ORIGIN);
    const next = await session.sendMessage({ text: "next" }, TEST_ORIGIN);
    expect((await watch.until(isEnd(next.runId))).type).toBe("run.completed");
  });

  it("whose script breaks fails with a sentence and no detail", async () => {
    const { session, watch } = await open(() => {
      throw new Error("inner detail");
    });
    const { runId } = await session.sendMessage(
      { text: "/skill:x $HOME !touch" },
      TEST_ORIGIN,
    );
    expect(await watch.until(isEnd(runId))).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_PROTOCOL" },
    });
    expect(JSON.stringify(watch.events)).not.toContain("inner detail");
  });

  it("writes at most about 60 deltas a second and never holds the first one back", async () => {
    const { session, watch } = await open(() => [
      { kind: "text", text: "a".repeat(60_000) },
    ]);
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.until(isEnd(runId));
    const deltas = watch.events.filter(
      (event) => event.type === "assistant.delta",
    );
    const times = deltas.map((event) => Date.parse(event.timestamp));
    const spanMs = Math.max(...times) - Math.min(...times);
    expect(deltas.length).toBeLessThanOrEqual(spanMs / 15 + 3);
    expect(deltas.map((event) => event.payload.delta).join("")).toHaveLength(
      60_000,
    );
  });
});
