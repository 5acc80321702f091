import { describe, expect, it } from "vitest";
import { ConfinedPace } from "../../src/tools/confined-pace.ts";

describe("ConfinedPace", () => {
  it("gives way when its slice is over, and not before", async () => {
    let time = 0;
    const pace = new ConfinedPace({
      signal: new AbortController().signal,
      maxMs: 1_000,
      now: () => time,
    });
    let others = 0;
    setImmediate(() => (others += 1));
    expect(pace.due).toBe(false);
    expect(await pace.step()).toBe(true);
    expect(others).toBe(0);
    time = 10;
    expect(pace.due).toBe(true);
    expect(await pace.step()).toBe(true);
    expect(others).toBe(1);
    expect(pace.due).toBe(false);
  });

  it("says when the time is used up", async () => {
    let time = 0;
    const pace = new ConfinedPace({
      signal: new AbortController().signal,
      maxMs: 100,
      now: () => time,
    });
    time = 100;
    expect(pace.due).toBe(true);
    expect(await pace.step()).toBe(false);
  });

  it("throws the reason of a signal that was aborted while others ran", async () => {
    let time = 0;
    const stop = new AbortController();
    const pace = new ConfinedPace({
      signal: stop.signal,
      maxMs: 1_000,
      now: () => time,
    });
    time = 10;
    const reason = new Error("stopped");
    setImmediate(() => stop.abort(reason));
    await expect(pace.step()).rejects.toBe(reason);
    await expect(pace.step()).rejects.toBe(reason);
  });
});
