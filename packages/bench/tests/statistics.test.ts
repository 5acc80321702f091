import { describe, expect, it } from "vitest";
import {
  baselineSpread,
  figureOf,
  median,
  percentile,
  ratioOf,
} from "../src/statistics.ts";
import type { Trial } from "../src/trial.ts";

const trial = (round: number, contender: string, p99Ms: number): Trial => ({
  scenario: "paced-1",
  round,
  contender,
  figures: { p99Ms },
});
const OF = {
  scenario: "paced-1",
  contender: "memory",
  figure: "p99Ms",
} as const;

describe("the median", () => {
  it("is the one in the middle, in any order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });
  it("is the mean of two in the middle", () => {
    expect(median([4, 1, 2, 10])).toBe(3);
  });
  it("leaves out what is no number", () => {
    expect(median([Number.NaN, 2])).toBe(2);
    expect(median([Number.NaN])).toBeUndefined();
  });
});

it("finds the value that a share of the values does not exceed", () => {
  const values = [40, 10, 30, 20];
  expect([0, 0.5, 0.75, 1].map((share) => percentile(values, share))).toEqual([
    10, 20, 30, 40,
  ]);
});

describe("figures of several rounds", () => {
  const trials = [
    trial(1, "raw", 10),
    trial(1, "memory", 12),
    trial(1, "raw", 14),
    trial(2, "raw", 100),
    trial(2, "memory", 50),
    trial(2, "raw", 100),
    trial(3, "raw", 10),
    trial(3, "memory", 4),
    trial(3, "raw", 10),
  ];

  it("are their median", () => {
    expect(figureOf(trials, OF)).toBe(12);
  });

  it("are compared with the baselines of the same round", () => {
    expect(ratioOf(trials, OF)).toBe(0.5);
  });

  it("are to be trusted as far as the baselines of a round agree", () => {
    const of = { scenario: "paced-1", figure: "p99Ms" } as const;
    expect(baselineSpread(trials, of)).toBeCloseTo(1 / 6);
    expect(baselineSpread(trials.slice(0, 1), of)).toBeUndefined();
  });

  it("are none where nothing was measured", () => {
    const other = { ...OF, scenario: "paced-200" };
    expect(figureOf(trials, other)).toBeUndefined();
    expect(ratioOf(trials, other)).toBeUndefined();
    const alone = trials.filter(({ contender }) => contender === "memory");
    expect(ratioOf(alone, OF)).toBeUndefined();
  });
});
