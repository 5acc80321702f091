import { describe, expect, it } from "vitest";
import { orderOf, runScenario } from "../src/run-scenario.ts";
import type { Scenario } from "../src/scenario.ts";
import { Children } from "../src/stream/remote-calls.ts";
import type { Trial } from "../src/trial.ts";

const NAMES = { contenders: ["raw", "memory"], once: ["naive"] };

describe("the order of contenders", () => {
  it("has the baseline first and last, and some of them once", () => {
    expect(orderOf(NAMES, 1, false)).toEqual(["raw", "memory", "naive", "raw"]);
    expect(orderOf(NAMES, 2, false)).toEqual(["raw", "memory", "raw"]);
  });

  it("has all of them in a quick run only where they are shown", () => {
    expect(orderOf(NAMES, 1, true)).toEqual(["raw", "memory", "raw"]);
    const shown = orderOf({ ...NAMES, isShowcase: true }, 1, true);
    expect(shown).toEqual(["raw", "memory", "naive", "raw"]);
  });
});

describe("a scenario", () => {
  const scenario: Scenario = {
    ...NAMES,
    name: "some",
    title: "",
    figures: ["count"],
    measure: async ({ contender }) => {
      if (contender === "naive") throw new Error("It broke.");
      return { figures: { count: contender.length } };
    },
  };
  const run = async (more: object): Promise<readonly Trial[]> => {
    const children = new Children();
    const options = { children, isQuick: false, rounds: 2, ...more };
    return runScenario(scenario, { ...options, onTrial: () => undefined });
  };

  it("is measured in rounds, and goes on after a contender that breaks", async () => {
    const trials = await run({});
    expect(
      trials.map(({ round, contender, figures, error }) => [
        round,
        contender,
        figures?.count ?? error,
      ]),
    ).toEqual([
      [1, "raw", 3],
      [1, "memory", 6],
      [1, "naive", "Error: It broke."],
      [1, "raw", 3],
      [2, "raw", 3],
      [2, "memory", 6],
      [2, "raw", 3],
    ]);
  });

  it("leaves out whom nobody asked for", async () => {
    const trials = await run({ only: new Set(["memory"]), rounds: 1 });
    expect(trials.map(({ contender }) => contender)).toEqual(["memory"]);
  });
});
