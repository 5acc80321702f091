import { NO_USAGE } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { describe, expect, it } from "vitest";
import type {
  AgentEvent,
  AgentHost,
  AgentSessionFactory,
} from "../../src/index.ts";
import { InMemoryApprovalBroker } from "../../src/approvals/in-memory-approval-broker.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { call, openFixture, turns, useFixtures } from "./session-fixture.ts";

const open = useFixtures({ defects: "allowed" });

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
