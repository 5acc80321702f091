import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLoopLag } from "../../src/stream/loop-lag.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the lag of the loop", () => {
  it("is nothing while every look comes in time", () => {
    let time = 0;
    const lag = createLoopLag({ now: () => time });
    for (let looks = 0; looks < 5; looks += 1) {
      time += 100;
      vi.advanceTimersByTime(100);
      expect(lag.lagMs).toBe(0);
    }
  });

  it("is how late the last look was, until one comes in time", () => {
    let time = 0;
    const lag = createLoopLag({ now: () => time });
    time = 180;
    vi.advanceTimersByTime(100);
    expect(lag.lagMs).toBe(80);
    time = 280;
    vi.advanceTimersByTime(100);
    expect(lag.lagMs).toBe(0);
  });

  it("shows before the look that is late has come", () => {
    let time = 0;
    const lag = createLoopLag({ now: () => time });
    time = 160;
    expect(lag.lagMs).toBe(60);
  });

  it("is not looked at any more once it is stopped", () => {
    const lag = createLoopLag({ now: () => 0 });
    lag.stop();
    lag.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
