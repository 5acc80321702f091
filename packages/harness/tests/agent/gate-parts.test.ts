import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ABANDONED_LIMIT_MS, EffectLane } from "../../src/agent/effect-lane.ts";
import { RepeatedCalls } from "../../src/agent/repeated-calls.ts";
import { RunLimit } from "../../src/agent/run-limit.ts";
import { StopSignal } from "../../src/agent/stop-signal.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("the lane of effects", () => {
  it("lets one in at a time, in the order of their coming", async () => {
    const lane = new EffectLane();
    const entered: number[] = [];
    const places = [1, 2, 3].map((number) => {
      const place = lane.enter();
      void place.ready.then(() => entered.push(number));
      return place;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual([1]);
    // The third gives up its place: the second still waits for the first.
    places[2]?.turn.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual([1]);
    places[0]?.turn.release();
    places[0]?.turn.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual([1, 2]);
    places[1]?.turn.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(entered).toEqual([1, 2, 3]);
  });

  it.each([
    ["returns", (held: PromiseWithResolvers<string>) => held.resolve("late")],
    [
      "throws",
      (held: PromiseWithResolvers<string>) => held.reject(new Error()),
    ],
  ])("waits for an abandoned effect until it %s", async (_how, settle) => {
    const lane = new EffectLane();
    const held = Promise.withResolvers<string>();
    lane.enter().turn.abandon(held.promise);
    let isReady = false;
    void lane.enter().ready.then(() => (isReady = true));
    await vi.advanceTimersByTimeAsync(ABANDONED_LIMIT_MS - 1);
    expect(isReady).toBe(false);
    settle(held);
    await vi.advanceTimersByTimeAsync(0);
    expect(isReady).toBe(true);
  });

  it("waits for an abandoned effect at most 30 s", async () => {
    const lane = new EffectLane();
    lane.enter().turn.abandon(new Promise(() => undefined));
    let isReady = false;
    void lane.enter().ready.then(() => (isReady = true));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isReady).toBe(true);
  });

  it("that is closed leaves no timer", async () => {
    const lane = new EffectLane();
    lane.enter().turn.abandon(new Promise(() => undefined));
    lane.close();
    expect(vi.getTimerCount()).toBe(0);
    await lane.enter().ready;
  });
});

describe("the run limit", () => {
  const open = (limitMs: number): { limit: RunLimit; told: () => number } => {
    let told = 0;
    const limit = new RunLimit({
      limitMs,
      onLimit: () => (told += 1),
      now: () => Date.now(),
    });
    return { limit, told: () => told };
  };

  it("counts only while it runs", async () => {
    const { limit, told } = open(1000);
    limit.run();
    await vi.advanceTimersByTimeAsync(600);
    limit.pause();
    limit.pause();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(told()).toBe(0);
    limit.run();
    limit.run();
    await vi.advanceTimersByTimeAsync(399);
    expect(told()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(told()).toBe(1);
  });

  it("that is cleared tells nobody", async () => {
    const { limit, told } = open(10);
    limit.run();
    limit.clear();
    await vi.advanceTimersByTimeAsync(100);
    expect(told()).toBe(0);
  });

  it("that is longer than a timer can be does not end at once", async () => {
    const { limit, told } = open(Number.POSITIVE_INFINITY);
    limit.run();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told()).toBe(0);
    limit.clear();
  });
});

describe("a stop", () => {
  it("is told once, to everyone, whatever one of them throws", () => {
    const stop = new StopSignal();
    const told: string[] = [];
    stop.onStop(() => {
      throw new Error("deaf");
    });
    stop.onStop(() => told.push("a"));
    const unsubscribe = stop.onStop(() => told.push("b"));
    unsubscribe();
    unsubscribe();
    expect(stop.trigger("user")).toBe(true);
    expect(stop.trigger("timeout")).toBe(false);
    expect(stop.reason).toBe("user");
    stop.onStop(() => told.push("late"));
    expect(told).toEqual(["a", "late"]);
  });

  it("gives a call 2 s more, and one that is too slow is told to stop first", async () => {
    const stop = new StopSignal();
    const abort = new AbortController();
    const options = { abort, timeoutMs: 1000, graceMs: 2000 };
    const late = stop.lateness(options);
    let why = "";
    void late.promise.then((reason) => (why = reason));
    await vi.advanceTimersByTimeAsync(1000);
    expect(abort.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1999);
    expect(why).toBe("");
    await vi.advanceTimersByTimeAsync(1);
    expect(why).toBe("timeout");
    late.clear();
  });

  it("after the time was up begins the grace anew, as a stop", async () => {
    const stop = new StopSignal();
    const abort = new AbortController();
    const late = stop.lateness({ abort, timeoutMs: 1000, graceMs: 2000 });
    let why = "";
    void late.promise.then((reason) => (why = reason));
    await vi.advanceTimersByTimeAsync(2500);
    stop.trigger("user");
    await vi.advanceTimersByTimeAsync(1999);
    expect(why).toBe("");
    await vi.advanceTimersByTimeAsync(1);
    expect(why).toBe("stop");
    late.clear();
  });
});

describe("identical calls", () => {
  const turn = (calls: RepeatedCalls, ...keys: string[]): boolean[] => {
    calls.nextTurn();
    return keys.map((key) => calls.isOne(key));
  };

  it("are one too many in the third turn in a row, and exhausted in the fifth", () => {
    const calls = new RepeatedCalls();
    expect(turn(calls, "a")).toEqual([false]);
    expect(turn(calls, "a", "b")).toEqual([false, false]);
    expect(turn(calls, "a", "b")).toEqual([true, false]);
    expect(turn(calls, "a")).toEqual([true]);
    expect(calls.exhausted).toBe(false);
    expect(turn(calls, "a")).toEqual([true]);
    expect(calls.exhausted).toBe(true);
  });

  it("count once a turn, and are forgotten after a turn without them", () => {
    const calls = new RepeatedCalls();
    expect(turn(calls, "a", "a", "a")).toEqual([false, false, false]);
    expect(turn(calls, "a")).toEqual([false]);
    expect(turn(calls, "b")).toEqual([false]);
    expect(turn(calls, "a")).toEqual([false]);
  });
});
