/** When the database commits: streamed text in groups, everything else at the end of the turn. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import type { EventLog, NewEvent } from "../../src/events/event-store.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import {
  SESSION_A,
  SESSION_B,
  completed,
  delta,
  header,
} from "../../src/testing/event-log-samples.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-groups-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const EFFECT: NewEvent = { type: "session.updated", payload: { title: "t" } };

/** Two sessions of a store in which text was committed a millisecond ago, so that more of it waits. */
async function setting() {
  const folder = mkdtempSync(path.join(root, "store-"));
  const clock = { ms: 1000 };
  const monotonic = () => clock.ms;
  const store = await SqliteEventStore.open({ folder, monotonic });
  const a = await store.create(header(SESSION_A));
  const b = await store.create(header(SESSION_B));
  a.append([delta("first")]);
  await turns();
  expect(latest(a, b)).toEqual([1, 0]);
  clock.ms += 1;
  const pass = (ms: number) => {
    clock.ms += ms;
    vi.advanceTimersByTime(ms);
  };
  return { folder, store, a, b, pass };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

function latest(...logs: readonly EventLog[]): number[] {
  return logs.map(({ reader }) => reader.latestSequence);
}

describe("streamed text", () => {
  it("is committed at the end of the turn after a quiet time", async () => {
    const { a, pass } = await setting();
    pass(3);
    a.append([delta("second")]);
    await turns();
    expect(latest(a)).toEqual([2]);
  });

  it("waits to be committed together with that of other sessions", async () => {
    const { a, b, pass } = await setting();
    a.append([delta("second")]);
    await turns();
    b.append([delta("one")]);
    await turns();
    expect(latest(a, b)).toEqual([1, 0]);
    pass(3);
    await turns();
    expect(latest(a, b)).toEqual([2, 1]);
  });

  it.each([
    ["an effect", EFFECT],
    ["what has a sealed part", completed({ text: "done" })],
  ])(
    "is committed with %s of any session, which does not wait",
    async (_, event) => {
      const { a, b } = await setting();
      a.append([delta("second")]);
      await turns();
      b.append([event]);
      await turns();
      expect(latest(a, b)).toEqual([2, 1]);
      a.append([delta("third")]);
      await turns();
      expect(latest(a)).toEqual([2]);
      a.append([event]);
      await turns();
      expect(latest(a)).toEqual([4]);
    },
  );

  it("does not wait when someone waits for it, also for what is appended meanwhile", async () => {
    const { a } = await setting();
    a.append([delta("second")]);
    const early = a.settled();
    await turns();
    expect(latest(a)).toEqual([2]);
    await early;
    a.append([delta("third")]);
    await turns();
    expect(latest(a)).toEqual([2]);
    await Promise.all([a.settled(), a.kept()]);
    expect(latest(a)).toEqual([3]);
  });

  it("is hurried by nobody who only wants to know whether it was kept", async () => {
    const { a, pass } = await setting();
    a.append([delta("second")]);
    const kept = a.kept();
    await turns();
    expect(latest(a)).toEqual([1]);
    pass(3);
    await kept;
    expect(latest(a)).toEqual([2]);
  });
});

describe("text that waits", () => {
  it("is committed when its log, or the store, is closed", async () => {
    const { folder, store, a, b } = await setting();
    a.append([delta("second")]);
    b.append([delta("one")]);
    await a.close();
    expect(latest(a, b)).toEqual([2, 1]);
    b.append([delta("two")]);
    await store.close();
    const again = await SqliteEventStore.open({ folder });
    expect(again.reader(SESSION_A)?.latestSequence).toBe(2);
    expect(again.reader(SESSION_B)?.latestSequence).toBe(2);
    await again.close();
  });

  it("is committed before a new owner goes on", async () => {
    const { store, a } = await setting();
    a.append([delta("second")]);
    await turns();
    const next = await store.open(SESSION_A);
    expect(next.append([delta("third")])[0]?.sequence).toBe(3);
  });

  it("goes with its session, and that of others stays", async () => {
    const { store, a, b } = await setting();
    a.append([delta("second")]);
    b.append([delta("one")]);
    await turns();
    await store.delete(SESSION_A);
    await turns();
    expect(latest(b)).toEqual([1]);
    await expect(a.settled()).rejects.toMatchObject({ code: "closed" });
  });
});
