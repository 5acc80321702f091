import { describe, expect, it } from "vitest";
import { InMemoryModelConnectionStore } from "../../src/models/in-memory-model-connection-store.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { createTestTools, ToolProbe } from "../../src/testing/test-lab.ts";
import type { ToolDefinition } from "../../src/tools/define-tool.ts";
import {
  call,
  turns,
  type FixtureOptions,
  useFixtures,
} from "./session-fixture.ts";

const open = useFixtures({ defects: "allowed" });

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
    const now = new Date().toISOString();
    const withKey = {
      providerId: "demo",
      api: "demo",
      modelId: "demo-script",
      supportsImages: true,
      apiKey: KEY,
    } as const;
    connections.configure(used.session.sessionId, withKey, now);
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
