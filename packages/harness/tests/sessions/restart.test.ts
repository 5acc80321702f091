/** A session outlives its process: what was decided runs once, what was not decided waits, and nothing is repeated. */
import { checkLegal } from "@agent-studio/shared/testing";
import { Type } from "@sinclair/typebox";
import { describe, expect, it } from "vitest";
import { createTestTools, ToolProbe } from "../../src/testing/test-lab.ts";
import type { ToolDefinition } from "../../src/tools/define-tool.ts";
import {
  EventWatch,
  TEST_ORIGIN,
  TEST_VIEWER,
} from "../../src/testing/test-harness.ts";
import {
  ended,
  found,
  oneNote,
  twoNotes,
  useLives,
  waiting,
} from "./restart-fixture.ts";
import { call, turns } from "./session-fixture.ts";

const { live, killed } = useLives();

type Tools = readonly ToolDefinition[];

/** Later programs, in which the tool that was asked about is another. */
const alwaysAsk = () => ({
  policy: (name: string) =>
    name === "note" ? ("always_ask" as const) : undefined,
});
const anew = (part: Partial<ToolDefinition>) => (tools: Tools) => ({
  tools: tools.map((tool) =>
    tool.name === "note" ? { ...tool, ...part } : tool,
  ),
});
const without = (tools: Tools) => ({
  tools: tools.filter(({ name }) => name !== "note"),
});
const NEW_TEXT = { description: "a new note" };
const NEW_SCHEMA = {
  parameters: Type.Object({ value: Type.String(), title: Type.String() }),
};

describe("a run that waits for a person when its process is killed", () => {
  it("waits on, and an approval given afterwards runs exactly what was asked, once", async () => {
    const before = await live({ script: oneNote });
    const { session, runId, ids, watch } = await waiting(before);
    const seen = watch.events.length;
    const after = await live({
      folder: killed(before),
      // What the model would say now does not matter.
      script: turns(
        { text: "Something else." },
        { text: "Something else." },
        { text: "And so it ends." },
      ),
    });
    const again = found(after, session);
    expect(again.summary()).toMatchObject({
      status: "awaiting_approval",
      pendingApprovals: 1,
    });
    expect(after.agents.created).toHaveLength(0);
    const next = new EventWatch(again);
    await again.approve(ids[0]!, {}, TEST_ORIGIN);
    const end = await ended(next, runId);
    expect(end.type).toBe("run.completed");
    expect(after.probe.executed).toEqual(["note:a"]);
    const added = next.types().slice(seen);
    expect(added.filter((type) => type !== "assistant.delta")).toEqual([
      "session.resumed",
      "approval.resolved",
      "run.resumed",
      "tool.started",
      "artifact.saved",
      "tool.completed",
      "model.requested",
      "assistant.started",
      "assistant.completed",
      "model.responded",
      "run.completed",
    ]);
    expect(checkLegal(next.events)).toEqual([]);
    const usage = again.runs()[0]?.usage;
    expect(usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
    expect(again.runs()[0]?.turns).toBe(3);
    await next.close();
    await watch.close();
  });

  it("takes a denial, which the model is told of", async () => {
    const before = await live({ script: oneNote });
    const { session, runId, ids } = await waiting(before);
    const after = await live({ folder: killed(before), script: oneNote });
    const again = found(after, session);
    const next = new EventWatch(again);
    await again.deny(ids[0]!, { reason: "not today" }, TEST_ORIGIN);
    await ended(next, runId);
    expect(after.probe.executed).toEqual([]);
    expect(next.types()).toContain("tool.denied");
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it("runs what a person wrote instead, also when the process is killed right after that decision", async () => {
    const before = await live({ script: oneNote });
    const { session, runId, ids } = await waiting(before);
    const middle = await live({ folder: killed(before), script: oneNote });
    const decided = found(middle, session);
    await decided.approve(ids[0]!, { args: { value: "mine" } }, TEST_ORIGIN);
    const folder = killed(middle);
    const last = await live({ folder, script: oneNote });
    const again = found(last, session);
    const next = new EventWatch(again);
    await ended(next, runId);
    const all = [...middle.probe.executed, ...last.probe.executed];
    expect(new Set(all)).toEqual(new Set(["note:mine"]));
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it("keeps each question apart: one decided, the other waits on", async () => {
    const before = await live({ script: twoNotes });
    const { session, runId, ids } = await waiting(before, 2);
    const after = await live({ folder: killed(before), script: twoNotes });
    const again = found(after, session);
    const next = new EventWatch(again);
    await again.approve(ids[1]!, {}, TEST_ORIGIN);
    await next.untilType("tool.completed");
    expect(after.probe.executed).toEqual(["note:b"]);
    expect(again.summary().pendingApprovals).toBe(1);
    await again.deny(ids[0]!, {}, TEST_ORIGIN);
    expect((await ended(next, runId)).type).toBe("run.completed");
    expect(after.probe.executed).toEqual(["note:b"]);
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it("decides both when both are decided at once", async () => {
    const before = await live({ script: twoNotes });
    const { session, runId, ids } = await waiting(before, 2);
    const after = await live({ folder: killed(before), script: twoNotes });
    const again = found(after, session);
    const next = new EventWatch(again);
    await Promise.all([
      again.approve(ids[0]!, {}, TEST_ORIGIN),
      again.approve(ids[1]!, {}, TEST_ORIGIN),
      again.approve(ids[0]!, {}, TEST_ORIGIN),
    ]);
    expect((await ended(next, runId)).type).toBe("run.completed");
    expect([...after.probe.executed].sort()).toEqual(["note:a", "note:b"]);
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it("waits over many restarts, each of which only says that it was one", async () => {
    const before = await live({ script: oneNote });
    const { session, runId, ids, watch } = await waiting(before);
    const seen = watch.events.length;
    let life = before;
    for (let n = 0; n < 3; n += 1)
      life = await live({ folder: killed(life), script: oneNote });
    const again = found(life, session);
    const next = new EventWatch(again);
    await next.until(({ sequence }) => sequence === seen + 3);
    expect(next.types().slice(seen)).toEqual(
      Array.from({ length: 3 }, () => "session.resumed"),
    );
    await again.approve(ids[0]!, {}, TEST_ORIGIN);
    await ended(next, runId);
    expect(life.probe.executed).toEqual(["note:a"]);
    await next.close();
    await watch.close();
  });

  it("can be stopped without being loaded", async () => {
    const before = await live({ script: oneNote });
    const { session, runId } = await waiting(before);
    const after = await live({ folder: killed(before), script: oneNote });
    const again = found(after, session);
    const { effective, run } = await again.cancelRun(runId, TEST_ORIGIN);
    expect(effective).toBe(true);
    expect(run.status).toBe("cancelled");
    expect(after.agents.created).toHaveLength(0);
    expect(again.summary()).toMatchObject({
      status: "idle",
      pendingApprovals: 0,
    });
    const next = new EventWatch(again);
    await ended(next, runId);
    expect(checkLegal(next.events)).toEqual([]);
    const { runId: later } = await again.sendMessage(
      { text: "go on" },
      TEST_ORIGIN,
    );
    expect(later).not.toBe(runId);
    await next.close();
  });

  it("expires when its time was up while nothing ran, and the run goes on with that", async () => {
    const before = await live({ script: oneNote });
    const { session, runId } = await waiting(before);
    const after = await live({
      folder: killed(before),
      script: oneNote,
      deps: { wallClock: () => Date.now() + 3_600_000 },
    });
    const next = new EventWatch(found(after, session));
    const end = await ended(next, runId);
    expect(end.type).toBe("run.completed");
    expect(next.types()).toContain("tool.denied");
    const { payload } = await next.untilType("approval.resolved");
    expect(payload.status).toBe("expired");
    expect(after.probe.executed).toEqual([]);
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it.each([
    ["another policy", alwaysAsk, { policy: "always_ask" }],
    ["another description", anew(NEW_TEXT), NEW_TEXT],
    ["another schema", anew(NEW_SCHEMA), NEW_SCHEMA],
    ["no place any more", without, null],
  ])("[H14] is invalidated when its tool has %s", async (...row) => {
    const [, labOf, change] = row;
    const probe = new ToolProbe();
    const lab = labOf(createTestTools(probe));
    const before = await live({ script: oneNote });
    const { session, runId, ids } = await waiting(before);
    const folder = killed(before);
    const after = await live({ folder, script: oneNote, lab });
    const again = found(after, session);
    const next = new EventWatch(again);
    await ended(next, runId);
    const { payload } = await next.untilType("approval.resolved");
    expect(payload.status).toBe("invalidated");
    const { toolChange } = payload;
    expect(toolChange?.before).toMatchObject({
      description: "note",
      policy: "ask",
    });
    if (change === null) expect(toolChange?.after).toBeNull();
    else expect(toolChange?.after).toMatchObject(change);
    const late = again.approve(ids[0]!, {}, TEST_ORIGIN);
    await expect(late).rejects.toMatchObject({
      code: "APPROVAL_ALREADY_RESOLVED",
    });
    expect([...probe.executed, ...after.probe.executed]).toEqual([]);
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it("still waits after a stop of the server that was asked for", async () => {
    const before = await live({ script: oneNote });
    const { session, runId, ids, watch } = await waiting(before);
    await before.harness.registry.close();
    await watch.close();
    expect(watch.types().at(-1)).toBe("session.closed");
    expect(watch.types()).not.toContain("run.cancelled");
    const after = await live({ folder: before.folder, script: oneNote });
    const again = found(after, session);
    const next = new EventWatch(again);
    await again.approve(ids[0]!, {}, TEST_ORIGIN);
    expect((await ended(next, runId)).type).toBe("run.completed");
    expect(after.probe.executed).toEqual(["note:a"]);
    expect(await again.readArtifact("notes.md")).toBeDefined();
    await next.close();
  });
});

describe("a run that did something when its process is killed", () => {
  it("ends as interrupted with its text kept when the model was speaking", async () => {
    const before = await live({
      script: turns({ text: "Half of it ", until: new Promise(() => 0) }),
    });
    const session = await before.harness.session();
    const watch = new EventWatch(session);
    const { runId } = await session.sendMessage({ text: "go" }, TEST_ORIGIN);
    await watch.untilType("assistant.delta");
    await watch.close();
    const after = await live({
      folder: killed(before),
      script: turns({ text: "Hello again." }),
    });
    const again = found(after, session);
    const next = new EventWatch(again);
    const end = await ended(next, runId);
    expect(end).toMatchObject({
      type: "run.failed",
      payload: { code: "INTERRUPTED" },
    });
    const message = await next.untilType("assistant.completed");
    expect(message.payload.text).toContain("Half");
    const { runId: later } = await again.sendMessage(
      { text: "go on" },
      TEST_ORIGIN,
    );
    expect((await ended(next, later)).type).toBe("run.completed");
    expect(checkLegal(next.events)).toEqual([]);
    await next.close();
  });

  it("never repeats a call that had started, and says that its outcome is unknown", async () => {
    const script = turns(
      { calls: [call("held", "x"), call("note", "a")] },
      { text: "Done." },
    );
    const before = await live({ script });
    const { session, runId, ids } = await waiting(before, 2);
    await found(before, session).approve(ids[0]!, {}, TEST_ORIGIN);
    await before.probe.begun();
    const after = await live({ folder: killed(before), script });
    const again = found(after, session);
    const next = new EventWatch(again);
    const failed = await next.untilType("tool.failed");
    expect(failed.payload).toMatchObject({
      toolName: "held",
      code: "UNKNOWN_OUTCOME",
    });
    expect(again.summary().status).toBe("awaiting_approval");
    await again.approve(ids[1]!, {}, TEST_ORIGIN);
    expect((await ended(next, runId)).type).toBe("run.completed");
    expect(after.probe.executed).toEqual(["note:a"]);
    expect(checkLegal(next.events)).toEqual([]);
    before.probe.release();
    await next.close();
  });
});

describe("a session whose process is killed", () => {
  it("that had nothing open is there again without a new event", async () => {
    const before = await live({ script: turns({ text: "Hello." }) });
    const session = await before.harness.session();
    const watch = new EventWatch(session);
    const { runId } = await session.sendMessage(
      { text: "go", clientMessageId: "m1" },
      TEST_ORIGIN,
    );
    await ended(watch, runId);
    const { lastSequence } = session.summary();
    await watch.close();
    const after = await live({
      folder: killed(before),
      script: turns({ text: "Hello." }),
    });
    const again = found(after, session);
    expect(again.summary()).toEqual({ ...session.summary(), lastSequence });
    expect(JSON.parse(again.snapshot().toString())).toEqual(
      JSON.parse(session.snapshot().toString()),
    );
    const repeated = await again.sendMessage(
      { text: "go", clientMessageId: "m1" },
      TEST_ORIGIN,
    );
    expect(repeated.runId).toBe(runId);
  });

  it("is not trusted any more", async () => {
    const before = await live({ script: turns({ text: "Hello." }) });
    const session = await before.harness.session();
    await session.update({ trust: true }, TEST_ORIGIN);
    const after = await live({
      folder: killed(before),
      script: turns({ text: "Hello." }),
    });
    expect(found(after, session).summary().trust).toBe(false);
  });

  it("is gone when it was being deleted", async () => {
    const before = await live({ script: turns({ text: "Hello." }) });
    const session = await before.harness.session();
    await before.harness.registry.delete(
      session.sessionId,
      TEST_VIEWER,
      TEST_ORIGIN,
    );
    const after = await live({
      folder: killed(before),
      script: turns({ text: "Hello." }),
    });
    expect(after.harness.registry.list(TEST_VIEWER)).toEqual([]);
  });
});
