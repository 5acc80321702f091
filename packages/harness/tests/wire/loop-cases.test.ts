/** Recorded faults of agent loops that show on the wire; the ids are those of fixtures/cases/provider-cases.json. */
import { afterEach, describe, expect, it } from "vitest";
import {
  answerReply,
  SIMULATED_APIS,
} from "../../src/testing/provider-simulator/simulated-api.ts";
import { streamReply } from "../../src/testing/provider-simulator/simulator-reply.ts";
import { answerFrames } from "../../src/testing/provider-simulator/simulated-api.ts";
import { TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import { caseValues } from "./case-rows.ts";
import { openWire, replies, type WireFixture } from "./wire-fixture.ts";

let wire: WireFixture | undefined;

afterEach(async () => {
  const used = wire;
  wire = undefined;
  await used?.dispose();
});

describe.each(SIMULATED_APIS)("over %s", (api) => {
  const done = answerReply(api, { text: "done" });

  /** Ids of calls and of results in the last request, which must be the same. */
  function pairs(used: WireFixture): { calls: string[]; results: string[] } {
    const text = used.simulator.requests.at(-1)?.bodyText ?? "";
    const all = (pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].map((match) => match[1] ?? "");
    switch (api) {
      case "openai-completions":
        return {
          calls: all(/"id":"([^"]*)","type":"function"/g),
          results: all(/"tool_call_id":"([^"]*)"/g),
        };
      case "openai-responses":
        return {
          calls: all(/"type":"function_call","call_id":"([^"]*)"/g),
          results: all(/"type":"function_call_output","call_id":"([^"]*)"/g),
        };
      case "anthropic-messages":
        return {
          calls: all(/"type":"tool_use","id":"([^"]*)"/g),
          results: all(/"tool_use_id":"([^"]*)"/g),
        };
    }
  }

  function expectPairs(used: WireFixture, count: number): void {
    const { calls, results } = pairs(used);
    expect(calls).toHaveLength(count);
    expect(new Set(calls).size).toBe(count);
    expect(results).toEqual(calls);
  }

  it.each(["text", "arguments", "approval"] as const)(
    "L02: a stop during %s leaves a conversation that goes on",
    async (point) => {
      const frames = answerFrames(api, {
        text: "I change it.",
        calls: [{ name: "set_price", args: { sku: "K-9", price: 1 } }],
      });
      const at = frames.findIndex((frame) =>
        frame.includes(point === "text" ? "I chan" : "K-9"),
      );
      wire = await openWire(
        replies(
          point === "approval"
            ? streamReply(...frames)
            : streamReply(...frames.slice(0, at + 1), { kind: "silence" }),
          done,
        ),
        { api },
      );
      const runId = await wire.send();
      await (point === "approval"
        ? wire.watch.untilType("approval.required")
        : point === "text"
          ? wire.watch.untilType("assistant.delta")
          : wire.watch.untilType("tool.drafted"));
      await wire.session.cancelRun(runId, TEST_ORIGIN);
      expect((await wire.ended(runId)).type).toBe("run.cancelled");
      expect((await wire.run("next")).type).toBe("run.completed");
      expectPairs(wire, point === "approval" ? 1 : 0);
      expect(wire.executed).toEqual([]);
    },
  );

  it("L06: an id that comes again in the next turn stands for another call", async () => {
    wire = await openWire(
      replies(
        answerReply(api, {
          calls: [{ id: "call_0", name: "get_order", args: { id: "A-1" } }],
        }),
        answerReply(api, {
          calls: [
            { id: "call_0", name: "set_price", args: { sku: "K-9", price: 1 } },
          ],
        }),
        done,
      ),
      { api },
    );
    const runId = await wire.send();
    const { payload } = await wire.watch.untilType("approval.required");
    expect(payload.approval).toMatchObject({
      toolName: "set_price",
      args: { sku: "K-9", price: 1 },
    });
    await wire.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    expect((await wire.ended(runId)).type).toBe("run.completed");
    expect(wire.executed).toHaveLength(2);
    expectPairs(wire, 2);
  });

  it("L09: the same call again and again ends the run with its pairs intact", async () => {
    const same = answerReply(api, {
      calls: [{ name: "get_order", args: { id: "A-1" } }],
    });
    wire = await openWire(replies(same), { api });
    expect(await wire.run()).toMatchObject({
      type: "run.failed",
      payload: { code: "REPEATED_TOOL_CALL" },
    });
    expect(wire.executed).toHaveLength(2);
    wire.simulator.use(() => done);
    expect((await wire.run("go on")).type).toBe("run.completed");
    expectPairs(wire, 5);
  });

  it.each([
    caseValues("L11")[0] ?? "",
    '{"sku":"K-9"}',
    '{"sku":"K-9","price":1}',
  ])(
    "L11: arguments at the output limit are neither proposed nor run: %s",
    async (args) => {
      wire = await openWire(
        replies(
          answerReply(api, {
            calls: [{ name: "set_price", args }],
            end: "length",
          }),
          done,
        ),
        { api },
      );
      const end = await wire.run();
      expect(wire.executed).toEqual([]);
      expect(wire.watch.types()).not.toContain("approval.required");
      expect(end.type).toBe("run.completed");
      expect(await wire.watch.untilType("tool.failed")).toMatchObject({
        payload: {
          code: "TOOL_ARGUMENTS_INVALID",
          message: expect.stringContaining("output limit") as string,
        },
      });
      expect(wire.simulator.requests[1]?.bodyText).toContain("output limit");
      expectPairs(wire, 1);
    },
  );

  it("L12: calls of tools that do not exist are answered, and the others run", async () => {
    const names = caseValues("L12");
    wire = await openWire(
      replies(
        answerReply(api, {
          calls: [
            ...names.map((name) => ({ name, args: { id: "A-1" } })),
            { name: "get_order", args: { id: "A-1" } },
          ],
        }),
        done,
      ),
      { api },
    );
    expect((await wire.run()).type).toBe("run.completed");
    expect(wire.executed).toEqual(['get_order {"id":"A-1"}']);
    const denied = wire.watch.events.filter(
      (event) => event.type === "tool.denied",
    );
    expect(denied).toHaveLength(names.length);
    expectPairs(wire, names.length + 1);
    expect(wire.simulator.requests[1]?.bodyText).not.toMatch(
      /"name":"(|get_order\\n)"/,
    );
  });

  it.each(["approve", "deny", "cancel"] as const)(
    "L16: a free call beside an asked one runs once: %s",
    async (decision) => {
      wire = await openWire(
        replies(
          answerReply(api, {
            calls: [
              { name: "get_order", args: { id: "A-1" } },
              { name: "set_price", args: { sku: "K-9", price: 1 } },
            ],
          }),
          done,
        ),
        { api },
      );
      const runId = await wire.send();
      const { payload } = await wire.watch.untilType("approval.required");
      await wire.watch.untilType("tool.completed");
      const { approvalId } = payload.approval;
      if (decision === "approve")
        await wire.session.approve(approvalId, {}, TEST_ORIGIN);
      else if (decision === "deny")
        await wire.session.deny(approvalId, {}, TEST_ORIGIN);
      else await wire.session.cancelRun(runId, TEST_ORIGIN);
      await wire.ended(runId);
      if (decision === "cancel") await wire.run("next");
      expectPairs(wire, 2);
      expect(
        wire.executed.filter((call) => call.startsWith("get_order")),
      ).toHaveLength(1);
      expect(wire.executed).toHaveLength(decision === "approve" ? 2 : 1);
    },
  );
});
