import { NO_USAGE } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import type {
  AgentEvent,
  AgentHost,
  AgentSessionFactory,
} from "../../src/index.ts";
import { InMemoryApprovalBroker } from "../../src/approvals/in-memory-approval-broker.ts";
import { InMemoryModelConnectionStore } from "../../src/models/in-memory-model-connection-store.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { createTestTools, ToolProbe } from "../../src/testing/test-lab.ts";
import type { ToolDefinition } from "../../src/tools/define-tool.ts";
import {
  call,
  openFixture,
  turns,
  type FixtureOptions,
  type SessionFixture,
} from "./session-fixture.ts";

let fixture: SessionFixture | undefined;

async function open(options: FixtureOptions): Promise<SessionFixture> {
  fixture = await openFixture(options);
  return fixture;
}

afterEach(async () => {
  const used = fixture;
  fixture = undefined;
  if (used === undefined) return;
  await used.dispose();
  expect(checkLegal(used.watch.events)).toEqual([]);
});

/** A loop that a test plays itself. */
const playing = (
  play: (host: AgentHost) => Promise<void> | void,
): AgentSessionFactory => ({
  create: ({ host }) =>
    Promise.resolve({
      prompt: async () => play(host),
      abort: () => undefined,
      dispose: () => undefined,
    }),
});

const responded = (
  rest: Partial<Extract<AgentEvent, { type: "responded" }>> = {},
): AgentEvent => ({
  type: "responded",
  parts: [],
  stopReason: "stop",
  model: { providerId: "fake", modelId: "fake" },
  usage: NO_USAGE,
  costUsd: 0,
  sealed: {},
  ...rest,
});

const text = (delta: string): AgentEvent => ({
  type: "delta",
  part: 0,
  channel: "text",
  delta,
});

const note = (toolCallId: string, args: object = { value: "x" }) =>
  ({
    kind: "call",
    part: 0,
    toolCallId,
    toolName: "note",
    args: args as { value: string },
  }) as const;

const CALL = "call_0123456789abcdefghijk";

describe("a run", () => {
  it("is stopped while its agent is being made, at once, and the late agent is let go unused", async () => {
    const made = Promise.withResolvers<never>();
    let isPrompted = false;
    let disposals = 0;
    const created = Promise.withResolvers<undefined>();
    const used = await open({
      script: turns(),
      harness: {
        agents: {
          create: async () => {
            created.resolve(undefined);
            await made.promise.catch(() => undefined);
            return {
              prompt: () => {
                isPrompted = true;
                return Promise.resolve();
              },
              abort: () => undefined,
              dispose: () => (disposals += 1),
            };
          },
        },
      },
    });
    const runId = await used.send();
    await created.promise;
    const before = performance.now();
    await used.session.cancelRun(runId, TEST_ORIGIN);
    expect(performance.now() - before).toBeLessThan(1000);
    made.reject(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
    expect({ isPrompted, disposals }).toEqual({
      isPrompted: false,
      disposals: 1,
    });
  });

  it("has nothing after its end, whatever the loop still says", async () => {
    let late: AgentHost | undefined;
    const used = await open({
      script: turns(),
      harness: {
        agents: playing((host) => {
          late = host;
          host.onEvent({ type: "requested" });
          host.onEvent(text("answer"));
          host.onEvent(
            responded({ parts: [{ kind: "text", part: 0, text: "answer" }] }),
          );
          host.onEvent(text("after the answer"));
        }),
      },
    });
    const runId = await used.send();
    await used.ended(runId);
    const before = used.watch.events.length;
    late?.onEvent({ type: "requested" });
    late?.onEvent(text("late"));
    late?.onEvent(responded());
    expect((await late?.executeTool(CALL, undefined))?.isError).toBe(true);
    expect(late?.mayContinue()).toBe(false);
    await used.session.update({ title: "later" }, TEST_ORIGIN);
    expect(used.watch.types().slice(before - 1)).toEqual([
      "run.completed",
      "session.updated",
    ]);
    expect(JSON.stringify(used.watch.events)).not.toContain("after the answer");
  });

  it("fails when its loop ends although a call waits, and nobody is asked any more", async () => {
    const approvals = new InMemoryApprovalBroker();
    const used = await open({
      script: turns(),
      harness: {
        deps: { approvals },
        agents: playing((host) => {
          host.onEvent({ type: "requested" });
          host.onEvent(
            responded({ parts: [note(CALL)], stopReason: "tool_use" }),
          );
          void host.executeTool(CALL, undefined);
        }),
      },
    });
    const runId = await used.send();
    expect(await used.ended(runId)).toMatchObject({
      type: "run.failed",
      payload: { code: "INTERNAL" },
    });
    expect(approvals.size).toBe(0);
    expect(used.session.approvals()[0]?.status).toBe("cancelled");
    expect(used.probe.executed).toEqual([]);
  });

  it("fails when the model breaks off, or the loop ends in a call of the model", async () => {
    for (const [code, events] of [
      ["PROVIDER_UNAVAILABLE", [responded({ stopReason: "aborted" })]],
      ["PROVIDER_UNAVAILABLE", [text("half")]],
      ["INTERNAL", [responded({ stopReason: "error" })]],
    ] as const) {
      const used = await openFixture({
        script: turns(),
        harness: {
          agents: playing((host) => {
            host.onEvent({ type: "requested" });
            for (const event of events) host.onEvent(event);
          }),
        },
      });
      expect(await used.ended(await used.send())).toMatchObject({
        type: "run.failed",
        payload: { code },
      });
      await used.dispose();
      expect(checkLegal(used.watch.events)).toEqual([]);
    }
  });

  it("may end with an answer that says nothing", async () => {
    const used = await open({
      script: turns({ text: "I look.", calls: [call("look")] }, {}),
    });
    const end = await used.ended(await used.send());
    expect(end.type).toBe("run.completed");
    expect(end.payload).not.toHaveProperty("messageId");
  });

  it("whose loop has a defect in a later turn fails, and the defect is told to the server only", async () => {
    const used = await open({
      script: ({ turn }) => {
        if (turn === 2) throw new Error("inner detail");
        return { calls: [call("look")] };
      },
    });
    expect(await used.ended(await used.send())).toMatchObject({
      type: "run.failed",
      payload: { code: "INTERNAL" },
    });
    expect(used.harness.defects).toHaveLength(1);
    expect(JSON.stringify(used.watch.events)).not.toContain("inner detail");
  });

  it("refuses arguments that are nested too deep to be shown, and goes on", async () => {
    let deep: object = {};
    for (let level = 0; level < 20_000; level += 1) deep = { deep };
    const used = await open({
      script: turns(
        { calls: [{ toolName: "note", args: { deep } as never }] },
        { text: "ok" },
      ),
    });
    expect((await used.ended(await used.send())).type).toBe("run.completed");
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "TOOL_ARGUMENTS_INVALID" },
    });
  });

  it("puts what it holds back of a message before any other event", async () => {
    const used = await open({
      script: turns({
        text: "one two three four",
        until: new Promise(() => undefined),
      }),
    });
    const runId = await used.send();
    await used.watch.untilType("assistant.delta");
    await used.session.update({ title: "meanwhile" }, TEST_ORIGIN);
    await used.session.cancelRun(runId, TEST_ORIGIN);
    const types = used.watch.types();
    const updated = types.indexOf("session.updated");
    expect(types.lastIndexOf("assistant.delta")).toBeLessThan(updated);
  });
});

const withTool = (tool: Partial<ToolDefinition>): FixtureOptions["lab"] => ({
  tools: createTestTools(new ToolProbe()).map((other) =>
    other.name === "look" || other.name === "note"
      ? { ...other, ...tool }
      : other,
  ),
});

describe("a tool", () => {
  it.each([
    ["nothing", () => Promise.resolve(undefined as never)],
    ["no text", () => Promise.resolve({ text: 7 as never })],
    ["no promise", () => undefined as never],
    [
      "what throws when it is read",
      () =>
        Promise.resolve({
          get text(): string {
            throw new Error("inner detail");
          },
        }),
    ],
  ])(
    "that returns %s has failed before the model is asked again",
    async (_what, execute) => {
      const used = await open({
        script: turns({ calls: [call("look")] }, { text: "ok" }),
        lab: withTool({ execute }),
      });
      expect((await used.ended(await used.send())).type).toBe("run.completed");
      expect(await used.watch.untilType("tool.failed")).toMatchObject({
        payload: { code: "TOOL_FAILED" },
      });
      expect(JSON.stringify(used.watch.events)).not.toContain("inner detail");
    },
  );

  it("that says too much while it works, or nonsense, is cut short", async () => {
    const used = await open({
      script: turns({ calls: [call("look")] }, { text: "ok" }),
      lab: withTool({
        execute: (_args, ctx) => {
          ctx.progress("x".repeat(10_000_000), Number.NaN);
          return Promise.resolve({ text: "done" });
        },
      }),
    });
    await used.ended(await used.send());
    const { payload } = await used.watch.untilType("tool.progressed");
    expect(payload.message.length).toBeLessThanOrEqual(500);
    expect(payload.fraction).toBeUndefined();
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("inner detail");
      },
    ],
    ["gives nothing", () => undefined as never],
    ["gives no text", () => ({ summary: { en: "x" } as never })],
  ])("whose summary %s is asked for by its title", async (_what, summarize) => {
    const used = await open({
      script: turns({ calls: [call("note")] }, { text: "ok" }),
      lab: withTool({ summarize }),
    });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    expect(payload.approval.summary.en).toBe("note");
    await used.session.cancelRun(runId, TEST_ORIGIN);
  });

  it("that is too slow is told to stop, and the run goes on", async () => {
    const used = await open({
      script: turns({ calls: [call("held")] }, { text: "ok" }),
      harness: { settings: { toolTimeoutMs: 20 } },
    });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    await used.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: {
        code: "TOOL_FAILED",
        message: "The tool did not answer within 0.02 s.",
      },
    });
    expect((await used.ended(runId)).type).toBe("run.completed");
  });

  it("gets frozen arguments, and a caller that changes its own after deciding changes nothing", async () => {
    const seen: unknown[] = [];
    const used = await open({
      script: turns({ calls: [call("note", "asked")] }, { text: "ok" }),
      lab: withTool({
        execute: (args) => {
          seen.push(args, Object.isFrozen(args));
          return Promise.resolve({ text: "done" });
        },
      }),
    });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    const args = { value: "edited" };
    const approved = used.session.approve(
      payload.approval.approvalId,
      { args },
      TEST_ORIGIN,
    );
    args.value = "smuggled";
    await approved;
    await used.ended(runId);
    expect(seen).toEqual([{ value: "edited" }, true]);
  });
});

describe("a secret of the session", () => {
  const KEY = "sk-canary-0123456789abcdef";

  it("is in no event, whoever says it", async () => {
    const connections = new InMemoryModelConnectionStore();
    const told: string[] = [];
    const used = await open({
      script: ({ prompt, turn, replies }) => {
        told.push(prompt, ...replies.map((reply) => reply.text));
        return turn === 1
          ? {
              reasoning: `the key ${KEY}`,
              text: `it is ${KEY}`,
              calls: [call("look", KEY), call("note", KEY), { toolName: KEY }],
            }
          : { text: "ok" };
      },
      harness: { deps: { connections } },
    });
    connections.configure(used.session.sessionId, {
      providerId: "demo",
      api: "demo",
      modelId: "demo-script",
      supportsImages: true,
      apiKey: KEY,
    });
    await used.session.update({ title: `title ${KEY}` }, TEST_ORIGIN);
    const message = { text: `my key is ${KEY}`, clientMessageId: "m-1" };
    const { runId } = await used.session.sendMessage(message, TEST_ORIGIN);
    const { payload } = await used.watch.untilType("approval.required");
    const { approvalId } = payload.approval;
    const edit = { args: { value: `${KEY} edited` } };
    await used.session.approve(approvalId, edit, TEST_ORIGIN);
    await used.session.approve(approvalId, edit, TEST_ORIGIN);
    await used.ended(runId);
    expect(await used.session.sendMessage(message, TEST_ORIGIN)).toMatchObject({
      runId,
    });
    expect(JSON.stringify(used.watch.events)).not.toContain(KEY);
    expect(used.session.snapshot().toString()).not.toContain(KEY);
    expect(told.join()).not.toContain(KEY);
    expect(used.probe.executed).toEqual([`look:${KEY}`, `note:${KEY} edited`]);
  });
});
