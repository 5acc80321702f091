import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import type { HarnessEvent } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { describe, expect, it } from "vitest";
import type { SessionApi } from "../../src/index.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TEST_VIEWER,
} from "../../src/testing/test-harness.ts";
import { call, openFixture, type SessionFixture } from "./session-fixture.ts";

/** What one of several people does, after some turns of the event loop. */
interface Move {
  readonly after: number;
  readonly kind:
    | "approve"
    | "deny"
    | "edit"
    | "cancel"
    | "trust"
    | "distrust"
    | "rename"
    | "send"
    | "delete";
  readonly which: number;
}

const someMove: fc.Arbitrary<Move> = fc.record({
  after: fc.nat({ max: 6 }),
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom("approve", "deny", "edit") },
    {
      weight: 5,
      arbitrary: fc.constantFrom("trust", "distrust", "rename", "send"),
    },
    { weight: 2, arbitrary: fc.constant("cancel") },
    { weight: 1, arbitrary: fc.constant("delete") },
  ),
  which: fc.nat({ max: 3 }),
});

const someTools = fc.array(fc.constantFrom("look", "note", "mail", "held"), {
  minLength: 1,
  maxLength: 4,
});

async function carryOut(
  used: SessionFixture,
  session: SessionApi,
  { after, kind, which }: Move,
): Promise<unknown> {
  for (let tick = 0; tick < after; tick += 1) await setImmediate();
  used.probe.release();
  const approvalId =
    session.approvals().at(which)?.approvalId ?? "ap_unknown0000000000";
  const runId = session.runs().at(-1)?.runId ?? "run_unknown000000000";
  switch (kind) {
    case "approve":
      return session.approve(approvalId, {}, TEST_ORIGIN);
    case "deny":
      return session.deny(approvalId, {}, TEST_ORIGIN);
    case "edit": {
      const args = { value: `${valueOf(session, approvalId)}-edited` };
      return session.approve(approvalId, { args }, TEST_ORIGIN);
    }
    case "cancel":
      return session.cancelRun(runId, TEST_ORIGIN);
    case "trust":
      return session.update({ trust: true }, TEST_ORIGIN);
    case "distrust":
      return session.update({ trust: false }, TEST_ORIGIN);
    case "rename":
      return session.update({ title: `title ${which}` }, TEST_ORIGIN);
    case "send":
      return session.sendMessage({ text: "next" }, TEST_ORIGIN);
    case "delete":
      return used.harness.registry.delete(
        session.sessionId,
        TEST_VIEWER,
        TEST_ORIGIN,
      );
  }
}

function valueOf(session: SessionApi, approvalId: string): string {
  const found = session
    .approvals()
    .find((approval) => approval.approvalId === approvalId);
  return (found?.args as { value: string } | undefined)?.value ?? "none";
}

/** `tool:value` of every call that a person or trust approved, or that needed nobody. */
function allowedBy(events: readonly HarnessEvent[]): Set<string> {
  const allowed = new Set<string>();
  const asked = new Map<string, string>();
  const entry = (toolName: string, args: unknown): string =>
    `${toolName}:${(args as { value: string }).value}`;
  for (const event of events) {
    if (event.type === "tool.requested" && event.payload.policy === "allow")
      allowed.add(entry(event.payload.toolName, event.payload.args));
    if (event.type === "approval.required") {
      const { approvalId, toolName, args } = event.payload.approval;
      asked.set(approvalId, entry(toolName, args));
    }
    if (
      event.type === "approval.resolved" &&
      event.payload.status === "approved"
    ) {
      const { approvalId, editedArgs } = event.payload;
      const original = asked.get(approvalId) ?? "";
      const toolName = original.slice(0, original.indexOf(":"));
      allowed.add(
        editedArgs === undefined ? original : entry(toolName, editedArgs),
      );
    }
  }
  return allowed;
}

let cases = 0;

async function play(
  used: SessionFixture,
  tools: readonly string[],
  moves: readonly Move[],
): Promise<void> {
  cases += 1;
  const mark = `${cases}-`;
  const session = await used.harness.session();
  const watch = new EventWatch(session);
  const text = JSON.stringify(
    tools.map((tool, index) => [tool, `${mark}${index}`]),
  );
  await session.sendMessage({ text }, TEST_ORIGIN);
  await Promise.allSettled(moves.map((move) => carryOut(used, session, move)));
  const end = session.runs().at(-1)?.runId ?? "";
  await session.cancelRun(end, TEST_ORIGIN).catch(() => undefined);
  await used.harness.registry.delete(
    session.sessionId,
    TEST_VIEWER,
    TEST_ORIGIN,
  );
  await watch.until(({ type }) => type === "session.closed");
  await watch.close();
  expect(checkLegal(watch.events)).toEqual([]);
  const executed = used.probe.executed.filter((entry) =>
    entry.slice(entry.indexOf(":") + 1).startsWith(mark),
  );
  const allowed = allowedBy(watch.events);
  expect(new Set(executed).size).toBe(executed.length);
  expect(executed.filter((entry) => !allowed.has(entry))).toEqual([]);
}

const openRaces = (): Promise<SessionFixture> =>
  openFixture({
    script: ({ prompt, turn }) =>
      prompt.startsWith("[") && turn === 1
        ? {
            calls: (JSON.parse(prompt) as [string, string][]).map(
              ([tool, value]) => call(tool, value),
            ),
          }
        : { text: "ok" },
    harness: { settings: { approvalTimeoutMs: 12 } },
  });

/** As many as fit a test, or with `STUDIO_MODEL_RUNS` all of that many. */
const ASKED_RUNS = process.env["STUDIO_MODEL_RUNS"];
const RUNS = Number(ASKED_RUNS ?? 400);
const LIMIT_MS = ASKED_RUNS === undefined ? 9000 : 590_000;

describe("whatever people do at once", () => {
  it("[fault-004] leaves a legal log, and executes at most once and only what was approved", async () => {
    const used = await openRaces();
    await fc.assert(
      fc.asyncProperty(
        someTools,
        fc.array(someMove, { maxLength: 10 }),
        (tools, moves) => play(used, tools, moves),
      ),
      { numRuns: RUNS, plugins: [fc.interruptAfterTimeLimit(LIMIT_MS)] },
    );
    expect(used.harness.defects).toEqual([]);
    await used.dispose();
  }, 600_000);

  it("[H02] gives approve, deny and stop at once one winner that log, answers and execution agree on", async () => {
    const used = await openRaces();
    for (let round = 0; round < 200; round += 1) {
      const session = await used.harness.session();
      const watch = new EventWatch(session);
      const value = `round-${round}`;
      const text = JSON.stringify([["note", value]]);
      const { runId } = await session.sendMessage({ text }, TEST_ORIGIN);
      const { payload } = await watch.untilType("approval.required");
      const { approvalId } = payload.approval;
      const decisions: (() => Promise<unknown>)[] = [
        () => session.approve(approvalId, {}, TEST_ORIGIN),
        () => session.deny(approvalId, {}, TEST_ORIGIN),
        () => session.cancelRun(runId, TEST_ORIGIN),
      ];
      const order = [0, 1, 2].map((index) => (index + round) % 3);
      const answers = await Promise.allSettled(
        order.map(async (index) => decisions[index]?.()),
      );
      await session.cancelRun(runId, TEST_ORIGIN);
      const { status } = session.approvals()[0] ?? {};
      const isExecuted = used.probe.executed.includes(`note:${value}`);
      const isFulfilled = (index: number): boolean =>
        answers[order.indexOf(index)]?.status === "fulfilled";
      expect(isFulfilled(0)).toBe(status === "approved");
      expect(isFulfilled(1)).toBe(status === "denied");
      if (status !== "approved") expect(isExecuted).toBe(false);
      await used.harness.registry.delete(
        session.sessionId,
        TEST_VIEWER,
        TEST_ORIGIN,
      );
      await watch.close();
      expect(checkLegal(watch.events)).toEqual([]);
    }
    await used.dispose();
  }, 30_000);
});
