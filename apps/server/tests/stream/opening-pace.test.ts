import { describe, expect, it } from "vitest";
import { createOpeningPace } from "../../src/stream/opening-pace.ts";

function setting() {
  let time = 1_000_000;
  const pace = createOpeningPace({
    burst: 3,
    perSecond: 10,
    now: () => time,
  });
  return { pace, pass: (ms: number) => (time += ms) };
}
const times = (count: number, open: () => number) =>
  Array.from({ length: count }, open);

describe("the pace of openings", () => {
  it("lets a burst in at once and then one after the other", () => {
    const { pace } = setting();
    expect(times(6, () => pace.delayFor("a"))).toEqual([
      0, 0, 0, 100, 200, 300,
    ]);
  });

  it("counts each viewer alone", () => {
    const { pace } = setting();
    times(10, () => pace.delayFor("a"));
    expect(pace.delayFor("b")).toBe(0);
  });

  it("never delays who keeps to it, and forgives with time", () => {
    const { pace, pass } = setting();
    const steady = times(50, () => {
      pass(100);
      return pace.delayFor("a");
    });
    expect(new Set(steady)).toEqual(new Set([0]));
    times(10, () => pace.delayFor("a"));
    pass(2000);
    expect(times(3, () => pace.delayFor("a"))).toEqual([0, 0, 0]);
  });
});
