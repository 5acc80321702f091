import { createInitialState, fold, summaryOf } from "@agent-studio/shared";
import { checkLegal } from "@agent-studio/shared/testing";
import { afterEach, describe, expect, it } from "vitest";
import {
  EventWatch,
  TEST_ORIGIN,
  TEST_VIEWER,
} from "../../src/testing/test-harness.ts";
import { CommitGate, has } from "./commit-gate.ts";
import {
  call,
  openFixture,
  turns,
  type FixtureOptions,
  type SessionFixture,
} from "./session-fixture.ts";

let fixture: SessionFixture | undefined;

async function open(
  gate: CommitGate,
  options: FixtureOptions,
): Promise<SessionFixture> {
  fixture = await openFixture({
    ...options,
    harness: { ...options.harness, deps: { store: gate.store } },
  });
  return fixture;
}

afterEach(async () => {
  const used = fixture;
  fixture = undefined;
  if (used === undefined) return;
  await used.dispose();
  expect(checkLegal(used.watch.events)).toEqual([]);
  const { state, gap } = fold(
    createInitialState(used.session.sessionId),
    used.watch.events,
  );
  expect(gap).toBeNull();
  expect(used.session.summary()).toEqual(summaryOf(state));
});

const oneNote = turns({ calls: [call("note", "hello")] }, { text: "done" });

describe("a session whose commit fails", () => {
  it("drops what was not committed unseen and answers STORE_UNAVAILABLE", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: turns({ text: "x" }) });
    gate.fails = has("run.started");
    await expect(used.send()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    expect(used.session.summary()).toMatchObject({ status: "idle" });
    expect(used.watch.types()).not.toContain("run.started");
  });

  it("is recovered by the next command, which is then carried out", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: turns({ text: "x" }) });
    gate.fails = has("run.started");
    await expect(used.send()).rejects.toThrow();
    gate.fails = () => false;
    const runId = await used.send();
    expect((await used.ended(runId)).type).toBe("run.completed");
    expect(used.session.summary().lastSequence).toBe(
      used.session.reader.latestSequence,
    );
  });

  it("tells everyone who waits, those that opposed each other too", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: oneNote });
    await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    const { approvalId } = payload.approval;
    gate.fails = has("approval.resolved");
    const answers = await Promise.allSettled([
      used.session.approve(approvalId, {}, TEST_ORIGIN),
      used.session.approve(approvalId, {}, TEST_ORIGIN),
      used.session.deny(approvalId, {}, TEST_ORIGIN),
    ]);
    expect(answers).toMatchObject([
      { reason: { code: "STORE_UNAVAILABLE" } },
      { reason: { code: "STORE_UNAVAILABLE" } },
      { reason: { code: "STORE_UNAVAILABLE" } },
    ]);
    gate.fails = () => false;
    await used.session.update({ title: "goes on" }, TEST_ORIGIN);
    expect(used.session.approvals()[0]?.status).toBe("cancelled");
    expect(used.probe.executed).toEqual([]);
  });

  it("keeps what was committed in the same moment as what was lost, and its fold goes on", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: turns({ text: "x" }) });
    gate.holds = has("session.updated");
    const kept = used.session.update({ title: "kept" }, TEST_ORIGIN);
    await gate.holding();
    const lost = used.session.update({ title: "lost" }, TEST_ORIGIN);
    gate.fails = (batch) => JSON.stringify(batch).includes("lost");
    gate.release();
    const answers = await Promise.allSettled([kept, lost]);
    expect(answers[1]).toMatchObject({ status: "rejected" });
    expect(used.session.summary().title).toBe("kept");
    gate.fails = () => false;
    await used.session.update({ title: "later" }, TEST_ORIGIN);
    expect(used.session.summary().title).toBe("later");
  });

  it("is recovered once when commands come together", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: oneNote });
    await used.send();
    await used.watch.untilType("approval.required");
    gate.fails = has("session.updated");
    await expect(
      used.session.update({ title: "lost" }, TEST_ORIGIN),
    ).rejects.toThrow();
    gate.fails = () => false;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        used.session.update({ title: `title ${index}` }, TEST_ORIGIN),
      ),
    );
    const resumed = used.watch.events.filter(
      (event) => event.type === "session.resumed",
    );
    expect(resumed).toHaveLength(1);
    expect(used.session.runs()).toMatchObject([
      { status: "failed", code: "INTERRUPTED" },
    ]);
  });

  it("leaves a started call with an unknown outcome that the model is told of, and executes nothing again", async () => {
    const gate = new CommitGate();
    const used = await open(gate, {
      script: ({ prompt, turn }) =>
        prompt === "go" && turn === 1
          ? { calls: [call("held", "effect"), call("note", "asked")] }
          : { text: "ok" },
    });
    await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    await used.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    await used.probe.begun();
    gate.fails = has("session.updated");
    await expect(
      used.session.update({ title: "lost" }, TEST_ORIGIN),
    ).rejects.toThrow();
    gate.fails = () => false;
    const next = await used.send("next");
    expect((await used.ended(next)).type).toBe("run.completed");
    expect(used.probe.executed).toEqual(["held:effect"]);
    const told = used.agents.created[1]?.history.flatMap((entry) =>
      entry.kind === "tool" ? [entry.reply.text] : [],
    );
    expect(told).toHaveLength(2);
    expect(told?.join()).toContain("UNKNOWN_OUTCOME");
    expect(told?.join()).toContain("INTERRUPTED");
  });

  it("starts no tool whose start is not durable", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: turns({ calls: [call("look")] }) });
    gate.fails = has("tool.started");
    await used.send();
    await used.watch.untilType("tool.requested");
    const watch = new EventWatch(used.session);
    gate.fails = () => false;
    // The crash is found by the commit; commands then recover, whichever comes first.
    while (used.session.summary().status !== "idle")
      await used.session
        .cancelRun(used.session.runs()[0]?.runId ?? "", TEST_ORIGIN)
        .catch(() => undefined);
    expect(used.probe.executed).toEqual([]);
    await watch.close();
  });

  it("disturbs no other session", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: oneNote });
    const other = await used.harness.session();
    const watch = new EventWatch(other);
    const { runId } = await other.sendMessage({ text: "go" }, TEST_ORIGIN);
    const { payload } = await watch.untilType("approval.required");
    gate.fails = (batch) =>
      batch.some((event) => event.sessionId === used.session.sessionId);
    await expect(used.send()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    await other.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    const end = await watch.until(
      (event) => event.runId === runId && event.type === "run.completed",
    );
    expect(end.type).toBe("run.completed");
    gate.fails = () => false;
    await used.session.update({ title: "back" }, TEST_ORIGIN);
    await watch.close();
  });

  it("can be deleted, and its last event is told", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: oneNote });
    await used.send();
    await used.watch.untilType("approval.required");
    gate.fails = has("session.updated");
    await expect(
      used.session.update({ title: "lost" }, TEST_ORIGIN),
    ).rejects.toThrow();
    gate.fails = () => false;
    const { sessionId } = used.session;
    expect(
      await used.harness.registry.delete(sessionId, TEST_VIEWER, TEST_ORIGIN),
    ).toBe(true);
    expect(await used.watch.untilType("session.closed")).toMatchObject({
      payload: { reason: "deleted" },
    });
  });
});

describe("what a session answers", () => {
  it("is refused only over what is durable", async () => {
    const gate = new CommitGate();
    const used = await open(gate, { script: oneNote });
    await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    const { approvalId } = payload.approval;
    gate.holds = has("approval.resolved");
    const approved = used.session.approve(approvalId, {}, TEST_ORIGIN);
    await gate.holding();
    let isAnswered = false;
    const denied = used.session
      .deny(approvalId, {}, TEST_ORIGIN)
      .catch((error: unknown) => {
        isAnswered = true;
        return error;
      });
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    expect(used.session.approvals()[0]?.status).toBe("pending");
    gate.release();
    expect((await approved).status).toBe("approved");
    expect(await denied).toMatchObject({ code: "APPROVAL_ALREADY_RESOLVED" });
  });
});

describe("a stop while a decision is being written", () => {
  const decided = async (
    decide: (used: SessionFixture, approvalId: string) => Promise<unknown>,
  ): Promise<SessionFixture> => {
    const gate = new CommitGate();
    const used = await open(gate, { script: oneNote });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    gate.holds = has("approval.resolved");
    const decision = decide(used, payload.approval.approvalId);
    await gate.holding();
    const stopped = used.session.cancelRun(runId, TEST_ORIGIN);
    gate.release();
    await Promise.all([decision, stopped]);
    await used.ended(runId);
    return used;
  };

  it("leaves a denial the person's", async () => {
    const used = await decided((fixture, approvalId) =>
      fixture.session.deny(approvalId, { reason: "no" }, TEST_ORIGIN),
    );
    expect(await used.watch.untilType("tool.denied")).toMatchObject({
      payload: { code: "TOOL_DENIED", reason: "user" },
    });
  });

  it("leaves an approval approved, and the call is cancelled", async () => {
    const used = await decided((fixture, approvalId) =>
      fixture.session.approve(approvalId, {}, TEST_ORIGIN),
    );
    expect(used.session.approvals()[0]?.status).toBe("approved");
    expect(await used.watch.untilType("tool.denied")).toMatchObject({
      payload: { code: "TOOL_CANCELLED", reason: "cancelled" },
    });
    expect(used.probe.executed).toEqual([]);
  });
});

describe("a start while it is being written", () => {
  it("is followed by no execution when the stop comes first", async () => {
    const gate = new CommitGate();
    const used = await open(gate, {
      script: ({ prompt, turn }) =>
        prompt === "go" && turn === 1
          ? { calls: [call("look")] }
          : { text: "ok" },
    });
    gate.holds = has("tool.started");
    const runId = await used.send();
    await gate.holding();
    const stopped = used.session.cancelRun(runId, TEST_ORIGIN);
    gate.release();
    await stopped;
    expect(used.probe.executed).toEqual([]);
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "TOOL_CANCELLED" },
    });
  });
});
