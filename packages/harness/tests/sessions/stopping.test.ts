import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { TEST_ORIGIN, TEST_VIEWER } from "../../src/testing/test-harness.ts";
import type { openFixture } from "./session-fixture.ts";
import {
  call,
  turns,
  type FixtureOptions,
  type SessionFixture,
  useFixtures,
} from "./session-fixture.ts";

const open = useFixtures();

/** A promise that only a stop ends. */
const forever = new Promise<never>(() => undefined);

async function expectNextRunWorks(used: SessionFixture): Promise<void> {
  const next = await used.send("next");
  expect((await used.ended(next)).type).toBe("run.completed");
}

const firstThenOk =
  (
    first: ReturnType<Parameters<typeof openFixture>[0]["script"]>,
  ): FixtureOptions["script"] =>
  ({ prompt, turn }) =>
    prompt === "go" && turn === 1 ? first : { text: "ok" };

describe("a stop", () => {
  it("right after the message ends the run without a model call", async () => {
    const used = await open({ script: firstThenOk({ text: "never" }) });
    const runId = await used.send();
    const { run, effective } = await used.session.cancelRun(runId, TEST_ORIGIN);
    expect(effective).toBe(true);
    expect(run.status).toBe("cancelled");
    expect(await used.ended(runId)).toMatchObject({
      payload: { reason: "user" },
      actor: { kind: "viewer" },
    });
    await expectNextRunWorks(used);
  });

  it("in mid-stream keeps the partial text, marked as aborted", async () => {
    const used = await open({
      script: firstThenOk({ text: "partial text", until: forever }),
    });
    const runId = await used.send();
    await used.watch.untilType("assistant.delta");
    await used.session.cancelRun(runId, TEST_ORIGIN);
    expect(await used.watch.untilType("assistant.completed")).toMatchObject({
      payload: { text: "partial text", stopReason: "aborted" },
    });
    expect(await used.watch.untilType("model.responded")).toMatchObject({
      payload: { stopReason: "aborted" },
    });
    await expectNextRunWorks(used);
  });

  it("at a gate cancels the approval, and the call never runs", async () => {
    const used = await open({ script: firstThenOk({ calls: [call("note")] }) });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    await used.session.cancelRun(runId, TEST_ORIGIN);
    expect(await used.watch.untilType("tool.denied")).toMatchObject({
      payload: { code: "TOOL_CANCELLED", reason: "cancelled" },
    });
    expect(used.session.approvals()[0]?.status).toBe("cancelled");
    await expect(
      used.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "APPROVAL_ALREADY_RESOLVED" });
    expect(used.probe.executed).toEqual([]);
    await expectNextRunWorks(used);
  });

  it("in a tool that listens ends it as cancelled", async () => {
    const used = await open({ script: firstThenOk({ calls: [call("held")] }) });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    await used.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    await used.probe.begun();
    await used.session.cancelRun(runId, TEST_ORIGIN);
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "TOOL_CANCELLED" },
    });
    await expectNextRunWorks(used);
  });

  it("in a tool that ignores it leaves an unknown outcome, fences the tool off, and the next effect waits for it", async () => {
    const used = await open({
      script: ({ prompt, turn }) => {
        if (prompt === "go" && turn === 1) return { calls: [call("stubborn")] };
        if (prompt === "again" && turn === 1)
          return { calls: [call("note", "second")] };
        return { text: "ok" };
      },
    });
    const runId = await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    await used.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    await used.probe.begun();
    await used.session.cancelRun(runId, TEST_ORIGIN);
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "UNKNOWN_OUTCOME" },
    });
    const ctx = used.probe.contexts[0];
    await expect(ctx?.saveArtifact("notes.md", "late")).rejects.toMatchObject({
      code: "TOOL_CANCELLED",
    });
    const again = await used.send("again");
    const second = await used.watch.untilType(
      "approval.required",
      ({ payload: { approval } }) => approval.runId === again,
    );
    await used.session.approve(
      second.payload.approval.approvalId,
      {},
      TEST_ORIGIN,
    );
    expect(used.probe.executed).toEqual(["stubborn:x"]);
    used.probe.release();
    expect((await used.ended(again)).type).toBe("run.completed");
    expect(used.probe.executed).toEqual(["stubborn:x", "note:second"]);
    expect(
      used.watch.events.filter((event) => event.type === "artifact.saved"),
    ).toHaveLength(1);
  });

  it("of a loop that hangs still ends the run", async () => {
    const used = await open({
      script: firstThenOk({ text: "hang", until: forever }),
      fake: { ignoresAbort: true },
    });
    const runId = await used.send();
    await used.watch.untilType("assistant.delta");
    await used.session.cancelRun(runId, TEST_ORIGIN);
    expect((await used.ended(runId)).type).toBe("run.cancelled");
  });

  it("comes twice as one, and after the end as none", async () => {
    const used = await open({
      script: firstThenOk({ text: "x", until: forever }),
    });
    const runId = await used.send();
    const answers = await Promise.all([
      used.session.cancelRun(runId, TEST_ORIGIN),
      used.session.cancelRun(runId, TEST_ORIGIN),
    ]);
    expect(answers.map((answer) => answer.effective).sort()).toEqual([
      false,
      true,
    ]);
    expect((await used.session.cancelRun(runId, TEST_ORIGIN)).effective).toBe(
      false,
    );
    await expect(
      used.session.cancelRun("run_0000000000000000000000", TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "RUN_NOT_FOUND" });
  });

  it("by the run limit ends open calls with RUN_TIMEOUT, and people's time does not count", async () => {
    const used = await open({
      script: turns(
        { calls: [call("note", "asked")] },
        { calls: [call("held")] },
        { text: "never" },
      ),
      harness: { settings: { runTimeoutMs: 400 } },
    });
    const runId = await used.send();
    const note = await used.watch.untilType("approval.required");
    const waitedUntil = performance.now() + 600;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, waitedUntil - performance.now());
    });
    await used.session.approve(
      note.payload.approval.approvalId,
      {},
      TEST_ORIGIN,
    );
    const held = await used.watch.untilType(
      "approval.required",
      ({ payload }) => payload.approval.toolName === "held",
    );
    await used.session.approve(
      held.payload.approval.approvalId,
      {},
      TEST_ORIGIN,
    );
    await used.probe.begun();
    expect(await used.ended(runId)).toMatchObject({
      type: "run.cancelled",
      payload: { reason: "timeout" },
    });
    expect(await used.watch.untilType("tool.failed")).toMatchObject({
      payload: { code: "RUN_TIMEOUT" },
    });
  });
});

describe("a session", () => {
  it("takes one run at a time, and the same message twice as one", async () => {
    const used = await open({
      script: firstThenOk({ text: "x", until: forever }),
    });
    const message = { text: "go", clientMessageId: "m-1" };
    const first = await used.session.sendMessage(message, TEST_ORIGIN);
    await expect(
      used.session.sendMessage({ text: "other" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "SESSION_BUSY" });
    expect(await used.session.sendMessage(message, TEST_ORIGIN)).toEqual(first);
    await expect(
      used.session.sendMessage(
        { text: "changed", clientMessageId: "m-1" },
        TEST_ORIGIN,
      ),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    await used.session.cancelRun(first.runId, TEST_ORIGIN);
    expect(await used.session.sendMessage(message, TEST_ORIGIN)).toEqual(first);
  });

  it("without a model refuses messages, and with a running one refuses to change it", async () => {
    const used = await open({
      script: firstThenOk({ text: "x", until: forever }),
    });
    const bare = await used.harness.registry.create(
      { viewerId: TEST_VIEWER },
      TEST_ORIGIN,
    );
    await expect(
      bare.sendMessage({ text: "go" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "MODEL_NOT_CONFIGURED" });
    const runId = await used.send();
    await expect(used.session.clearModel(TEST_ORIGIN)).rejects.toMatchObject({
      code: "SESSION_BUSY",
    });
    await used.session.cancelRun(runId, TEST_ORIGIN);
    await used.session.clearModel(TEST_ORIGIN);
    await used.session.clearModel(TEST_ORIGIN);
    expect(used.session.model()).toBeNull();
  });

  it("that is deleted ends its run, tells its watchers, and leaves nothing behind", async () => {
    const used = await open({ script: firstThenOk({ calls: [call("note")] }) });
    await used.send();
    await used.watch.untilType("approval.required");
    const { sessionId } = used.session;
    expect(
      await used.harness.registry.delete(sessionId, TEST_VIEWER, TEST_ORIGIN),
    ).toBe(true);
    expect(used.watch.types().slice(-4)).toEqual([
      "approval.resolved",
      "tool.denied",
      "run.cancelled",
      "session.closed",
    ]);
    expect(used.watch.events.at(-2)).toMatchObject({
      payload: { reason: "session_deleted" },
    });
    expect(used.harness.registry.find(sessionId, TEST_VIEWER)).toBeUndefined();
    expect(
      await used.harness.registry.delete(sessionId, TEST_VIEWER, TEST_ORIGIN),
    ).toBe(false);
    expect(await readdir(`${used.harness.dataDir}/sessions`)).toEqual([]);
    expect(used.agents.disposed).toBe(used.agents.created.length);
  });

  it("of another viewer does not exist", async () => {
    const used = await open({ script: turns({ text: "x" }) });
    expect(
      used.harness.registry.find(
        used.session.sessionId,
        "viw_other567890123456789",
      ),
    ).toBeUndefined();
    expect(
      await used.harness.registry.delete(
        used.session.sessionId,
        "viw_other567890123456789",
        TEST_ORIGIN,
      ),
    ).toBe(false);
  });

  it("that shuts down cancels its run and closes its log", async () => {
    const used = await open({
      script: firstThenOk({ text: "x", until: forever }),
    });
    const runId = await used.send();
    await used.watch.untilType("assistant.delta");
    await used.harness.registry.close();
    expect(await used.ended(runId)).toMatchObject({
      type: "run.cancelled",
      payload: { reason: "shutdown" },
    });
    expect(await used.watch.untilType("session.closed")).toMatchObject({
      payload: { reason: "shutdown" },
    });
    expect(await readdir(`${used.harness.dataDir}/sessions`)).toEqual([]);
  });
});
