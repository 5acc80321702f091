import { readdir } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { TEST_ORIGIN, TEST_VIEWER } from "../../src/testing/test-harness.ts";
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
  options: Partial<FixtureOptions> = {},
): Promise<SessionFixture> {
  fixture = await openFixture({ script: turns({ text: "x" }), ...options });
  return fixture;
}

afterEach(async () => {
  await fixture?.dispose();
  fixture = undefined;
});

const create = (used: SessionFixture): Promise<unknown> =>
  used.harness.registry.create({ viewerId: TEST_VIEWER }, TEST_ORIGIN);

const foldersOf = (used: SessionFixture): Promise<string[]> =>
  readdir(`${used.harness.dataDir}/sessions`);

/** A resource of a lab that says whether it is open. */
class Resource {
  open = 0;
  readonly create = (): Promise<AsyncDisposable> => {
    this.open += 1;
    return Promise.resolve({
      [Symbol.asyncDispose]: () => {
        this.open -= 1;
        return Promise.resolve();
      },
    });
  };
}

describe("creating a session", () => {
  it("whose lab cannot be opened leaves no folder and no session", async () => {
    let isBroken = false;
    const used = await open({
      lab: {
        open: () =>
          isBroken
            ? Promise.reject(new Error("no database"))
            : Promise.resolve({}),
      },
    });
    isBroken = true;
    await expect(create(used)).rejects.toThrow();
    expect(await foldersOf(used)).toHaveLength(1);
    expect(used.harness.registry.list(TEST_VIEWER)).toHaveLength(1);
  });

  it("whose log cannot be made disposes of the lab's resource and removes the folder", async () => {
    const gate = new CommitGate();
    const resource = new Resource();
    const used = await open({
      lab: { open: resource.create },
      harness: { deps: { store: gate.store } },
    });
    gate.fails = has("session.started");
    await expect(create(used)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    expect(resource.open).toBe(1);
    expect(await foldersOf(used)).toHaveLength(1);
    expect(used.harness.registry.list(TEST_VIEWER)).toHaveLength(1);
    expect(await gate.store.list()).toHaveLength(1);
  });

  it("is refused at the limit, however many come at once", async () => {
    const used = await open({
      harness: { settings: { maxSessionsPerViewer: 3 } },
    });
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => create(used)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(
      2,
    );
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "LIMIT_REACHED", details: { limit: 3 } },
    });
  });

  it("takes no more messages than a viewer's sessions may hold together, and takes them when one is deleted", async () => {
    const used = await open({
      script: turns({ text: "word ".repeat(4000) }),
      harness: { settings: { maxLogBytesPerViewer: 20_000 } },
    });
    await used.ended(await used.send());
    const other = await used.harness.session();
    const send = () => other.sendMessage({ text: "more" }, TEST_ORIGIN);
    await expect(send()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    await expect(used.send()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    const { sessionId } = used.session;
    await used.harness.registry.delete(sessionId, TEST_VIEWER, TEST_ORIGIN);
    await expect(send()).resolves.toHaveProperty("runId");
  });

  it("while the server shuts down leaves nothing", async () => {
    const resource = new Resource();
    const used = await open({ lab: { open: resource.create } });
    const created = create(used).catch((error: unknown) => error);
    await used.harness.registry.close();
    await created;
    await expect(create(used)).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
    expect(await foldersOf(used)).toEqual([]);
    expect(resource.open).toBe(0);
  });

  it("takes the lab's title unless one is given", async () => {
    const used = await open();
    expect(used.session.summary().title).toBe("Test lab");
    const named = await used.harness.registry.create(
      { viewerId: TEST_VIEWER, title: "Mine" },
      TEST_ORIGIN,
    );
    expect(named.summary().title).toBe("Mine");
  });

  it("puts the newest first in the list", async () => {
    const used = await open({ harness: { deps: { wallClock: () => 0 } } });
    await create(used);
    const last = await used.harness.registry.create(
      { viewerId: TEST_VIEWER },
      TEST_ORIGIN,
    );
    await last.update({ title: "last" }, TEST_ORIGIN);
    expect(used.harness.registry.list(TEST_VIEWER)[0]).toBe(last);
  });

  it("of an unknown lab is refused", async () => {
    const used = await open();
    await expect(
      used.harness.registry.create(
        { viewerId: TEST_VIEWER, labId: "none" },
        TEST_ORIGIN,
      ),
    ).rejects.toMatchObject({ code: "LAB_NOT_FOUND" });
  });
});

describe("a lab whose code throws", () => {
  it("in its system prompt fails the run, and the session goes on", async () => {
    let isBroken = true;
    const used = await open({
      lab: {
        systemPrompt: () => {
          if (isBroken) throw new Error("inner detail");
          return "prompt";
        },
      },
    });
    const runId = await used.send();
    expect(await used.ended(runId)).toMatchObject({
      type: "run.failed",
      payload: { code: "INTERNAL" },
    });
    isBroken = false;
    expect((await used.ended(await used.send("next"))).type).toBe(
      "run.completed",
    );
    expect(JSON.stringify(used.watch.events)).not.toContain("inner detail");
    expect(used.harness.defects).toHaveLength(1);
  });

  it("in a policy denies the call", async () => {
    const used = await open({
      script: turns({ calls: [call("look")] }, { text: "ok" }),
      lab: {
        policy: () => {
          throw new Error("inner detail");
        },
      },
    });
    const end = await used.ended(await used.send());
    expect(end.type).toBe("run.completed");
    expect(used.probe.executed).toEqual([]);
    expect(await used.watch.untilType("tool.denied")).toMatchObject({
      payload: { code: "TOOL_DENIED", reason: "policy" },
    });
  });

  it("when its resource is closed still lets the session go", async () => {
    const used = await open({
      lab: {
        open: () =>
          Promise.resolve({
            [Symbol.asyncDispose]: () => Promise.reject(new Error("stuck")),
          }),
      },
    });
    const { sessionId } = used.session;
    expect(
      await used.harness.registry.delete(sessionId, TEST_VIEWER, TEST_ORIGIN),
    ).toBe(true);
    expect(await foldersOf(used)).toEqual([]);
    expect(used.harness.defects).toHaveLength(1);
  });
});

describe("a session that is closing", () => {
  it("takes no command that comes while it is deleted", async () => {
    const used = await open({
      script: turns({ calls: [call("stubborn")] }, { text: "ok" }),
    });
    await used.send();
    const { payload } = await used.watch.untilType("approval.required");
    await used.session.approve(payload.approval.approvalId, {}, TEST_ORIGIN);
    await used.probe.begun();
    const { session } = used;
    const deleted = used.harness.registry.delete(
      session.sessionId,
      TEST_VIEWER,
      TEST_ORIGIN,
    );
    const notFound = { code: "SESSION_NOT_FOUND" };
    await expect(
      session.sendMessage({ text: "late" }, TEST_ORIGIN),
    ).rejects.toMatchObject(notFound);
    await expect(
      session.update({ trust: true }, TEST_ORIGIN),
    ).rejects.toMatchObject(notFound);
    await expect(
      session.runAction("any", null, TEST_ORIGIN),
    ).rejects.toMatchObject(notFound);
    expect(await deleted).toBe(true);
    expect(used.watch.types().at(-1)).toBe("session.closed");
    expect(
      used.watch.events.find(({ type }) => type === "tool.failed"),
    ).toMatchObject({
      payload: { code: "UNKNOWN_OUTCOME" },
    });
  });

  it("answers SHUTTING_DOWN while the server stops", async () => {
    const used = await open();
    const closed = used.harness.registry.close();
    await expect(
      used.session.sendMessage({ text: "late" }, TEST_ORIGIN),
    ).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
    await closed;
  });
});
