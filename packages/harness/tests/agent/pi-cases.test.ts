import { setTimeout as delay } from "node:timers/promises";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import rows from "../../../../fixtures/cases/agent-loop-cases.json" with { type: "json" };
import type { DemoScript, SessionApi } from "../../src/index.ts";
import {
  describeProblem,
  encodeFailure,
} from "../../src/models/provider-failure.ts";
import { readProviderError } from "../../src/models/wire/wire-problem.ts";
import type { DemoPace } from "../../src/models/demo-pace.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TestHarness,
} from "../../src/testing/test-harness.ts";
import { createTestLab, ToolProbe } from "../../src/testing/test-lab.ts";
import { tamperedPi, type Tamper } from "./pi-tampered-model.ts";

interface Fixture {
  readonly harness: TestHarness;
  readonly session: SessionApi;
  readonly watch: EventWatch;
  readonly probe: ToolProbe;
}

const opened: Fixture[] = [];

async function open(
  script: DemoScript,
  tamper: Tamper = () => undefined,
  pace: DemoPace = "instant",
): Promise<Fixture> {
  const probe = new ToolProbe();
  const harness = await TestHarness.create({
    labs: [createTestLab(probe, { demoScript: script })],
    agents: tamperedPi(tamper, pace),
  });
  const session = await harness.session();
  const fixture = { harness, session, watch: new EventWatch(session), probe };
  opened.push(fixture);
  return fixture;
}

afterEach(async () => {
  for (const { harness, watch } of opened.splice(0)) {
    await harness.dispose();
    await watch.close();
    expect(checkLegal(watch.events)).toEqual([]);
    expect(harness.defects).toEqual([]);
  }
});

const call = (toolName: string, value: string) =>
  ({ kind: "call", toolName, args: { value } }) as const;
const say = (text: string) => ({ kind: "text", text }) as const;

async function run(
  { session, watch }: Fixture,
  text = "go",
): Promise<EventWatch["events"][number]> {
  const { runId } = await session.sendMessage({ text }, TEST_ORIGIN);
  return watch.until(
    (event) =>
      event.runId === runId &&
      /^run\.(completed|failed|cancelled)$/.test(event.type),
  );
}

const rowOf = (id: string): unknown =>
  rows.find((row) => row.id === id)?.input.value;

const unavailable = encodeFailure(
  describeProblem({
    kind: "status",
    status: 503,
    error: readProviderError({}, 503),
    retryAfterMs: undefined,
  }),
);

const failing =
  (errorMessage: string): Tamper =>
  (message) => ({ ...message, content: [], stopReason: "error", errorMessage });

describe("a provider that fails", () => {
  it.each(["400", "401", "403", "404", "413", "422"])(
    "[L04] with %s is asked once and never again",
    async (status) => {
      let asked = 0;
      const fixture = await open(
        () => [say("x")],
        (message, attempt) => {
          asked = attempt;
          return failing(`${status}: service unavailable, overloaded`)(
            message,
            attempt,
          );
        },
      );
      const end = await run(fixture);
      expect(end.type).toBe("run.failed");
      expect(asked).toBe(1);
      expect(fixture.watch.types()).not.toContain("run.retrying");
      expect(JSON.stringify(fixture.watch.events)).not.toContain("overloaded");
    },
  );

  it("with 503 is asked three times at most, each attempt a message of its own", async () => {
    let asked = 0;
    const fixture = await open(
      () => [say("x")],
      (message, attempt) => {
        asked = attempt;
        return failing(unavailable)(message, attempt);
      },
    );
    expect(await run(fixture)).toMatchObject({
      type: "run.failed",
      payload: { code: "PROVIDER_UNAVAILABLE", retryable: true, turns: 1 },
    });
    expect(asked).toBe(3);
  });

  it("[L02] is let go when the run is stopped in the wait before a retry", async () => {
    const fixture = await open(() => [say("x")], failing(unavailable));
    const { runId } = await fixture.session.sendMessage(
      { text: "go" },
      TEST_ORIGIN,
    );
    await fixture.watch.untilType("run.retrying");
    const before = performance.now();
    const { run: stopped } = await fixture.session.cancelRun(
      runId,
      TEST_ORIGIN,
    );
    expect(stopped.status).toBe("cancelled");
    expect(performance.now() - before).toBeLessThan(900);
  });
});

describe("a model's calls", () => {
  const sameIds: Tamper = (message) => ({
    ...message,
    content: message.content.map((part) =>
      part.type === "toolCall" ? { ...part, id: "call_0" } : part,
    ),
  });

  it("[L06] with an id that comes again each turn are their own, and so are their approvals", async () => {
    const fixture = await open(
      ({ turn, toolResults }) =>
        turn === 1
          ? [call("note", "first")]
          : turn === 2
            ? [call("note", "second")]
            : [
                say(
                  toolResults
                    .map(({ text, args }) => `${text} ${JSON.stringify(args)}`)
                    .join(),
                ),
              ],
      sameIds,
    );
    const { session, watch, probe } = fixture;
    const end = run(fixture);
    const first = await watch.untilType("approval.required");
    await session.approve(first.payload.approval.approvalId, {}, TEST_ORIGIN);
    const second = await watch.untilType(
      "approval.required",
      ({ payload }) =>
        payload.approval.approvalId !== first.payload.approval.approvalId,
    );
    expect(second.payload.approval.args).toEqual({ value: "second" });
    expect(probe.executed).toEqual(["note:first"]);
    await session.deny(second.payload.approval.approvalId, {}, TEST_ORIGIN);
    await end;
    expect(probe.executed).toEqual(["note:first"]);
    expect(
      watch.events.findLast(({ type }) => type === "assistant.completed")
        ?.payload,
    ).toMatchObject({
      text: expect.stringMatching(
        /^noted \{"value":"first"\},TOOL_DENIED.*"second"/,
      ) as string,
    });
  });

  it("[L07] with one id twice in one message have one result each", async () => {
    for (const second of ["a", "b"]) {
      const fixture = await open(
        ({ turn, toolResults }) =>
          turn === 1
            ? [call("look", "a"), call("look", second)]
            : [say(toolResults.map(({ text }) => text).join())],
        sameIds,
      );
      await run(fixture);
      expect(
        fixture.watch.events.filter(({ type }) => type === "tool.completed"),
      ).toHaveLength(2);
      expect(
        fixture.watch.events.findLast(
          ({ type }) => type === "assistant.completed",
        )?.payload,
      ).toMatchObject({
        text: `look saw a,look saw ${second}`,
      });
    }
  });

  it("[L09] [agent-029] that are always the same end the run with a clear reason", async () => {
    const fixture = await open(({ userText }) =>
      userText === "go" ? [call("look", "same")] : [say("fine")],
    );
    expect(await run(fixture)).toMatchObject({
      type: "run.failed",
      payload: { code: "REPEATED_TOOL_CALL" },
    });
    expect(fixture.probe.executed).toEqual(["look:same", "look:same"]);
    expect((await run(fixture, "next")).type).toBe("run.completed");
  });

  it("[L11] that the output limit cut off are never executed, and the model is told", async () => {
    let told = "";
    const fixture = await open(
      ({ turn, toolResults }) => {
        told = toolResults[0]?.text ?? "";
        return turn === 1 ? [call("note", "cut")] : [say("ok")];
      },
      (message, attempt) =>
        attempt === 1 ? { ...message, stopReason: "length" } : undefined,
    );
    expect((await run(fixture)).type).toBe("run.completed");
    expect(fixture.probe.executed).toEqual([]);
    expect(fixture.watch.types()).not.toContain("approval.required");
    expect(told).toContain("cut off");
  });

  it("[L11] that are cut off again and again end the run", async () => {
    const fixture = await open(
      () => [call("note", "cut")],
      (message) => ({ ...message, stopReason: "length" }),
    );
    expect(await run(fixture)).toMatchObject({
      type: "run.failed",
      payload: { turns: 5 },
    });
    expect(fixture.probe.executed).toEqual([]);
  });

  it("[L12] of names that do not exist fail one by one, and the others are executed", async () => {
    const names = rowOf("L12") as string[];
    const fixture = await open(({ turn }) =>
      turn === 1
        ? [
            ...names.map(
              (toolName) => ({ kind: "call", toolName, args: {} }) as const,
            ),
            call("look", "a"),
          ]
        : [say("ok")],
    );
    expect((await run(fixture)).type).toBe("run.completed");
    expect(
      fixture.watch.events.filter(
        (event) =>
          event.type === "tool.denied" && event.payload.code === "TOOL_UNKNOWN",
      ),
    ).toHaveLength(names.length);
    expect(fixture.probe.executed).toEqual(["look:a"]);
  });

  it("that are nested too deep are refused, and the run goes on", async () => {
    const fixture = await open(
      ({ turn }) => (turn === 1 ? [call("note", "deep")] : [say("ok")]),
      (message, attempt) => {
        if (attempt > 1) return undefined;
        let deep: Record<string, unknown> = {};
        for (let level = 0; level < 20_000; level += 1) deep = { deep };
        return {
          ...message,
          content: message.content.map((part) =>
            part.type === "toolCall"
              ? { ...part, arguments: deep as never }
              : part,
          ),
        };
      },
    );
    expect((await run(fixture)).type).toBe("run.completed");
    expect(await fixture.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "TOOL_ARGUMENTS_INVALID" },
    });
  });

  it.each(["approve", "deny", "cancel"] as const)(
    "[L16] mixed of a free read and an asked write keep both results in order after %s",
    async (decision) => {
      const fixture = await open(({ userText, turn }) =>
        userText === "go" && turn === 1
          ? [call("note", "asked"), call("look", "free")]
          : [say("fine")],
      );
      const { session, watch, probe } = fixture;
      const end = run(fixture);
      const { payload } = await watch.untilType("approval.required");
      const { approvalId, runId } = payload.approval;
      await watch.untilType("tool.completed");
      if (decision === "approve")
        await session.approve(approvalId, {}, TEST_ORIGIN);
      if (decision === "deny") await session.deny(approvalId, {}, TEST_ORIGIN);
      if (decision === "cancel") await session.cancelRun(runId, TEST_ORIGIN);
      await end;
      expect(
        probe.executed.filter((entry) => entry === "look:free"),
      ).toHaveLength(1);
      expect((await run(fixture, "next")).type).toBe("run.completed");
    },
  );

  it("[H10] [AC-28] [AC-44] of three writes are decided in any order, and results keep the order of the calls", async () => {
    const fixture = await open(({ turn, toolResults }) =>
      turn === 1
        ? [call("note", "1"), call("note", "2"), call("note", "3")]
        : [
            say(
              toolResults
                .map(({ args, isError }) => `${JSON.stringify(args)}${isError}`)
                .join(),
            ),
          ],
    );
    const { session, watch, probe } = fixture;
    const end = run(fixture);
    await watch.until(() => session.approvals().length === 3);
    const [one, two, three] = session
      .approvals()
      .map(({ approvalId }) => approvalId);
    await session.approve(three ?? "", {}, TEST_ORIGIN);
    await session.approve(one ?? "", {}, TEST_ORIGIN);
    expect(
      watch.events.filter(({ type }) => type === "model.requested"),
    ).toHaveLength(1);
    await session.deny(two ?? "", {}, TEST_ORIGIN);
    await end;
    expect(probe.executed).toEqual(["note:3", "note:1"]);
    expect(
      watch.events.findLast(({ type }) => type === "assistant.completed")
        ?.payload,
    ).toMatchObject({
      text: '{"value":"1"}false,{"value":"2"}true,{"value":"3"}false',
    });
  });
});

describe("a stop at any moment", () => {
  it("[L02] [AC-53] leaves a conversation that goes on", async () => {
    const fixture = await open(
      ({ userText, turn }) =>
        userText === "go"
          ? turn === 1
            ? [
                { kind: "reasoning", text: "hm hm" },
                say("I look."),
                call("look", "a"),
                call("note", "b"),
              ]
            : [say("done ".repeat(20))]
          : [say("ok")],
      () => undefined,
      "natural",
    );
    const { session, watch } = fixture;
    for (let point = 0; point < 8; point += 1) {
      const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
      await delay(point * 130);
      const { run: stopped } = await session.cancelRun(runId, TEST_ORIGIN);
      expect(stopped.status).toBe("cancelled");
    }
    expect((await run(fixture, "next")).type).toBe("run.completed");
    expect(
      watch.events.filter(({ type }) => type === "run.cancelled"),
    ).toHaveLength(8);
  });
});
