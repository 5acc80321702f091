import { InMemoryEventStore } from "@agent-studio/harness/adapters";
import type { EventLog, NewEvent } from "@agent-studio/harness";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { joinWindowMs } from "../../src/stream/stream-limits.ts";
import { StreamTopic } from "../../src/stream/stream-topic.ts";
import type { StreamTopicOptions } from "../../src/stream/stream-topic.ts";

const event: NewEvent = { type: "session.updated", payload: { title: "t" } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const AT_ONCE = { ask: (work: () => void) => work() };

async function setting(
  watchers: number,
  lag = { lagMs: 0 },
  beat: StreamTopicOptions["beat"] = AT_ONCE,
) {
  const store = new InMemoryEventStore();
  const log = await store.create({
    sessionId: "ses_a",
    viewerId: "viw_a",
    labId: "ads-report",
    title: "t",
    createdAt: "2026-11-30T12:00:00.000Z",
  });
  const limits = { sliceBytes: 64 * 1024 };
  const topic = new StreamTopic({ reader: log.reader, limits, lag, beat });
  const pumped = Array.from({ length: watchers }, () => 0);
  for (const index of pumped.keys())
    topic.join({ pump: () => (pumped[index] = (pumped[index] ?? 0) + 1) });
  return { log, topic, pumped, reads: countReads(log) };
}

function countReads(log: EventLog): { count: number } {
  const reads = { count: 0 };
  const ready = log.reader.ready.bind(log.reader);
  Object.assign(log.reader, {
    ready: (...place: Parameters<typeof ready>) => {
      reads.count += 1;
      return ready(...place);
    },
  });
  return reads;
}

async function append(log: EventLog): Promise<void> {
  log.append([event]);
  await log.settled();
}

describe("the window in which frames are joined", () => {
  it.each([
    [1, 0, 0],
    [2, 0, 16],
    [50, 0, 16],
    [51, 0, 33],
    [1000, 0, 33],
    [1, 25, 33],
    [30, 100, 33],
  ])("for %i watchers and a lag of %i ms is %i ms", (watchers, lag, ms) => {
    expect(joinWindowMs(watchers, lag)).toBe(ms);
  });

  it("does not exist for one watcher", async () => {
    const { log, pumped } = await setting(1);
    await append(log);
    await append(log);
    expect(pumped).toEqual([2]);
  });

  it("is the beat of all sessions for one watcher, which is told once in each", async () => {
    const beats: (() => void)[] = [];
    const beat = { ask: (work: () => void) => beats.push(work) };
    const { log, pumped } = await setting(1, { lagMs: 0 }, beat);
    await append(log);
    await append(log);
    expect(pumped).toEqual([0]);
    expect(beats).toHaveLength(1);
    beats.shift()?.();
    expect(pumped).toEqual([1]);
    await append(log);
    expect(beats).toHaveLength(1);
  });

  it("opens with the first event and joins all that come before its end", async () => {
    const { log, pumped } = await setting(3);
    await append(log);
    vi.advanceTimersByTime(10);
    await append(log);
    await append(log);
    expect(pumped).toEqual([0, 0, 0]);
    vi.advanceTimersByTime(6);
    expect(pumped).toEqual([1, 1, 1]);
    vi.advanceTimersByTime(1000);
    expect(pumped).toEqual([1, 1, 1]);
    await append(log);
    vi.advanceTimersByTime(16);
    expect(pumped).toEqual([2, 2, 2]);
  });

  it("also joins for one watcher while the loop is behind", async () => {
    const lag = { lagMs: 60 };
    const { log, pumped } = await setting(1, lag);
    await append(log);
    await append(log);
    expect(pumped).toEqual([0]);
    vi.advanceTimersByTime(33);
    lag.lagMs = 0;
    await append(log);
    expect(pumped).toEqual([2]);
  });

  it("ends with the topic", async () => {
    const { log, topic, pumped } = await setting(2);
    await append(log);
    topic.close();
    vi.advanceTimersByTime(1000);
    await append(log);
    expect(pumped).toEqual([0, 0]);
  });
});

describe("what is joined", () => {
  it("is read once for everyone at the same place, and is the same bytes", async () => {
    const { log, topic, reads } = await setting(2);
    await append(log);
    await append(log);
    const pages = Array.from({ length: 1000 }, () => topic.ready(0));
    expect(new Set(pages.map((page) => page?.frames)).size).toBe(1);
    expect(pages[0]).toMatchObject({ first: 1, last: 2 });
    expect(reads.count).toBe(1);
  });

  it("is read anew when there is more", async () => {
    const { log, topic } = await setting(2);
    await append(log);
    expect(topic.ready(0)).toMatchObject({ last: 1 });
    await append(log);
    expect(topic.ready(0)).toMatchObject({ last: 2 });
    expect(topic.ready(2)?.frames).toHaveLength(0);
  });
});
