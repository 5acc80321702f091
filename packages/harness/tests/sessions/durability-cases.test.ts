/** What others lost over a restart, row by row: played here, or named with the file that plays it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { verifyLog } from "@agent-studio/shared";
import { describe, expect, it } from "vitest";
import rows from "../../../../fixtures/cases/durability-cases.json" with { type: "json" };
import { InMemoryApprovalBroker } from "../../src/approvals/in-memory-approval-broker.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";
import { EventWatch, TEST_ORIGIN } from "../../src/testing/test-harness.ts";
import {
  ended,
  found,
  oneNote,
  twoNotes,
  useLives,
  waiting,
  type Life,
} from "./restart-fixture.ts";
import { call, turns } from "./session-fixture.ts";

const { live, killed } = useLives();
const ROOT = path.join(import.meta.dirname, "../../../..");
const DAY = 86_400_000;

/** Another life on what a killed one left, with a model that would say something else now. */
const next = (life: Life, script = turns({}, {}, { text: "Else." })) =>
  live({ folder: killed(life), script });

/** The life after one that was killed in a tool. */
async function killedInTool() {
  const script = turns({ calls: [call("held", "a")] }, { text: "Done." });
  const before = await live({ script });
  const session = await before.harness.session();
  await session.update({ trust: true }, TEST_ORIGIN);
  await session.sendMessage({ text: "go" }, TEST_ORIGIN);
  await before.probe.begun();
  const after = await next(before, () => ({ text: "On." }));
  return { after, again: found(after, session) };
}

async function goesOnWithUnknownOutcome(): Promise<void> {
  const { after, again } = await killedInTool();
  expect(after.probe.executed).toEqual([]);
  const { runId } = await again.sendMessage({ text: "go on" }, TEST_ORIGIN);
  const watch = new EventWatch(again);
  expect((await ended(watch, runId)).type).toBe("run.completed");
  expect(after.probe.executed).toEqual([]);
  const told = JSON.stringify(after.agents.created.at(-1)?.history);
  expect(told).toContain("UNKNOWN_OUTCOME");
  expect(told).toContain("may have had its effect");
  await watch.close();
}

const SCENARIOS: Readonly<Record<string, () => Promise<void>>> = {
  L01: goesOnWithUnknownOutcome,
  "AC-41": goesOnWithUnknownOutcome,
  "AC-55": async () => {
    const before = await live({ script: twoNotes });
    const { session } = await waiting(before, 2);
    const { approvalId } = session.approvals()[0]!;
    await session.deny(approvalId, {}, TEST_ORIGIN);
    const after = await next(before);
    const again = found(after, session);
    const { runId } = again.runs().at(-1)!;
    await again.cancelRun(runId, TEST_ORIGIN);
    const sent = await again.sendMessage({ text: "on" }, TEST_ORIGIN);
    await ended(new EventWatch(again), sent.runId);
    const told = JSON.stringify(after.agents.created.at(-1)?.history);
    expect(told).toContain("A person denied this call");
    expect(told).toContain("The run was stopped before this call");
  },
  H05: async () => {
    const before = await live({ script: oneNote });
    const { session, ids, runId } = await waiting(before);
    const cheaper = turns({}, {}, { calls: [call("note", "other")] }, {});
    const after = await next(before, cheaper);
    const again = found(after, session);
    await again.approve(ids[0]!, {}, TEST_ORIGIN);
    await new EventWatch(again).until(
      (event) =>
        event.type === "tool.completed" && event.payload.toolName === "note",
    );
    expect(after.probe.executed[0]).toBe("note:a");
    await again.cancelRun(runId, TEST_ORIGIN);
  },
  S01: async () => {
    const before = await live({ script: oneNote });
    const { session, watch } = await waiting(before);
    const last = watch.events.at(-1)!;
    const again = found(await next(before), session);
    const id = last.eventId;
    const place = await again.reader.locate({ kind: "eventId", id });
    expect(place).toEqual({ after: last.sequence });
    const mark = id.slice(4, -1 - String(last.sequence).length);
    const other = id.replace(mark, "x".repeat(mark.length));
    expect(await again.reader.locate({ kind: "eventId", id: other })).toEqual({
      reset: "unknown_cursor",
    });
  },
  O08: async () => {
    const before = await live({ script: () => ({ text: "Hello." }) });
    const damaged = await before.harness.session();
    const whole = await before.harness.session();
    const folder = killed(before);
    const database = new DatabaseSync(path.join(folder, "studio.db"));
    database.exec(
      "UPDATE events SET frame = zeroblob(20) WHERE session = 1 AND sequence = 2",
    );
    database.close();
    const after = await live({ folder, script: () => ({ text: "Hello." }) });
    expect(() => found(after, damaged)).toThrow("gone");
    expect(after.harness.defects.map(String)).toEqual([
      expect.stringContaining(damaged.sessionId),
    ]);
    const sent = found(after, whole).sendMessage({ text: "go" }, TEST_ORIGIN);
    await expect(sent).resolves.toHaveProperty("runId");
  },
  "AC-16": async () => {
    const before = await live({ script: oneNote });
    const { session, ids, runId } = await waiting(before);
    const after = await next(before, oneNote);
    const again = found(after, session);
    const watch = new EventWatch(again);
    await again.approve(ids[0]!, {}, TEST_ORIGIN);
    const end = await ended(watch, runId);
    expect(end).toMatchObject({
      type: "run.completed",
      payload: { turns: 3, usage: { inputTokens: 30, outputTokens: 15 } },
    });
    const seen = new Set(watch.events.map(({ eventId }) => eventId));
    expect(seen.size).toBe(watch.events.length);
    expect(verifyLog(watch.events)).toEqual([]);
  },
  "AC-17": async () => {
    const before = await live({ script: twoNotes });
    const { session } = await waiting(before, 2);
    const again = found(await next(before), session);
    expect(again.approvals()).toEqual(session.approvals());
    expect(again.summary()).toMatchObject({
      status: "awaiting_approval",
      pendingApprovals: 2,
    });
  },
  "AC-29": async () => {
    const before = await live({ script: twoNotes });
    const { session, ids, runId } = await waiting(before, 2);
    await session.deny(ids[0]!, { reason: "no" }, TEST_ORIGIN);
    const after = await next(before, twoNotes);
    const again = found(after, session);
    await again.approve(ids[1]!, {}, TEST_ORIGIN);
    await ended(new EventWatch(again), runId);
    expect(after.probe.executed).toEqual(["note:b"]);
    expect(again.approvals()[0]).toMatchObject({
      status: "denied",
      reason: "no",
    });
  },
  "fault-010": async () => {
    let wall = Date.UTC(2026, 9, 25);
    const clock = createManualClock();
    const life = await live({
      script: oneNote,
      clock: () => wall,
      settings: { approvalTimeoutMs: 60_000 },
      deps: {
        wallClock: () => wall,
        approvals: new InMemoryApprovalBroker({ clock }),
      },
    });
    const { session, watch, runId } = await waiting(life);
    for (const step of [DAY, -2 * DAY, 3_600_000]) {
      wall += step;
      await session.update({ title: `After ${step}` }, TEST_ORIGIN);
      clock.advance(10_000);
      expect(session.summary().pendingApprovals).toBe(1);
    }
    clock.advance(30_000);
    await ended(watch, runId);
    expect(session.approvals()[0]).toMatchObject({ status: "expired" });
    const { events } = watch;
    expect(events.map(({ sequence }) => sequence)).toEqual(
      events.map((_event, index) => index + 1),
    );
    expect(life.probe.executed).not.toContain("note:a");
  },
  "fault-017": async () => {
    const script = () => ({ text: "Hello." });
    const before = await live({ script });
    const session = await before.harness.session();
    const message = { text: "once", clientMessageId: "one" };
    const first = await session.sendMessage(message, TEST_ORIGIN);
    await ended(new EventWatch(session), first.runId);
    const after = await next(before, script);
    const again = found(after, session);
    expect(await again.sendMessage(message, TEST_ORIGIN)).toEqual(first);
    await expect(
      again.sendMessage({ ...message, text: "other" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect(again.runs()).toHaveLength(1);
  },
};

/** Where the others are played: a file that names the row. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  H14: "packages/harness/tests/sessions/restart.test.ts",
  O04: "apps/server/tests/end-to-end/restart.test.ts",
  O05: "apps/server/tests/end-to-end/restart.test.ts",
  "AC-04": "apps/server/tests/stream/replay.test.ts",
  "fault-001": "packages/bench/src/faults/killing.ts",
  "fault-002": "packages/harness/tests/sessions/falling.test.ts",
  "fault-003": "packages/bench/src/faults/deciding.ts",
  "fault-004": "packages/harness/tests/sessions/races.property.test.ts",
  "fault-005": "packages/bench/src/faults/streaming.ts",
  "fault-006": "packages/bench/src/faults/streaming.ts",
  "fault-008": "packages/bench/src/faults/disk.ts",
  "fault-009": "packages/harness/tests/events/sqlite-durability.test.ts",
  "fault-012": "packages/harness/tests/sessions/model-based.test.ts",
  "fault-013": "apps/server/tests/end-to-end/restart.test.ts",
  "fault-016": "packages/harness/tests/events/sqlite-migrations.test.ts",
  "fault-018": "packages/bench/src/faults/soak.ts",
  "fault-019": "packages/bench/src/faults/stopping.ts",
  "fault-020": "packages/bench/src/faults/stopping.ts",
};

describe("what others lost over a restart", () => {
  it.each(rows.filter(({ id }) => id in SCENARIOS))(
    "$id: $right",
    async ({ id }) => {
      await SCENARIOS[id]?.();
    },
  );

  it.each(rows.filter(({ id }) => !(id in SCENARIOS)))(
    "$id is played elsewhere: $right",
    ({ id }) => {
      const file = path.join(ROOT, ELSEWHERE[id] ?? "nowhere");
      expect(readFileSync(file, "utf8").includes(id)).toBe(true);
    },
  );
});
