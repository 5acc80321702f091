import { check } from "prettier";
import { describe, expect, it } from "vitest";
import { PRODUCT_SCENARIOS } from "../src/product/product-scenarios.ts";
import { PROGRAM_SCENARIOS } from "../src/program-scenarios.ts";
import { STREAM_SCENARIOS } from "../src/stream/stream-scenarios.ts";
import { TARGETS } from "../src/targets/targets.ts";
import type { Target } from "../src/targets/target.ts";
import type { Trial } from "../src/trial.ts";
import { judge, targetTable } from "../src/verdict.ts";

describe("a target", () => {
  const less = { better: "less", bound: 10, goal: 5 } as const;
  const more = { better: "more", bound: 10, goal: 20 } as const;

  it("is met up to its bound, and its goal beyond that", () => {
    expect([5, 6, 10, 10.1].map((value) => judge(less, value))).toEqual([
      "goal met",
      "met",
      "met",
      "missed",
    ]);
    expect([20, 19, 10, 9.9].map((value) => judge(more, value))).toEqual([
      "goal met",
      "met",
      "met",
      "missed",
    ]);
  });

  it("without a figure is neither met nor missed", () => {
    expect(judge(less, undefined)).toBe("not measured");
  });

  it("is measured by a scenario, with a contender and a figure of it", () => {
    const scenarios = new Map(
      [...STREAM_SCENARIOS, ...PRODUCT_SCENARIOS, ...PROGRAM_SCENARIOS].map(
        (scenario) => [scenario.name, scenario],
      ),
    );
    const orphans = TARGETS.filter(({ scenario, contender, figure }) => {
      const measured = scenarios.get(scenario);
      const { contenders = [], once = [], figures = [] } = measured ?? {};
      return (
        ![...contenders, ...once].includes(contender) ||
        !figures.includes(figure)
      );
    });
    expect(orphans).toEqual([]);
  });
});

describe("the table of targets", () => {
  const target: Target = {
    id: "T2",
    text: "CPU",
    scenario: "paced-200",
    contender: "memory",
    figure: "cpuPerMillion",
    isRatio: true,
    better: "less",
    bound: 0.5,
    goal: 0.3,
    unit: "× raw",
  };
  const trial = (contender: string, cpu: number, lost: number): Trial => ({
    scenario: "paced-200",
    round: 1,
    contender,
    figures: { cpuPerMillion: cpu },
    delivery: { lost, repeated: 0, outOfOrder: 0 },
  });

  it("says what was measured, what was wanted and whether it is", async () => {
    const trials = [
      trial("raw", 8, 7),
      trial("memory", 3, 0),
      trial("sqlite", 3, 2),
    ];
    const table = targetTable([target], trials);
    const cells = table.split("\n").map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    expect(cells.slice(2)).toEqual([
      [
        "T1",
        "lost, repeated or out of order, in all scenarios",
        "2 events",
        "≤ 0 events",
        "",
        "missed",
      ],
      ["T2", "CPU", "0.38 × raw", "≤ 0.5 × raw", "≤ 0.3", "met"],
    ]);
    expect(await check(`${table}\n`, { parser: "markdown" })).toBe(true);
  });

  it("says of what was not measured that it was not", () => {
    const verdicts = targetTable([target], [])
      .split("\n")
      .slice(2)
      .map((line) => line.split("|").at(-2)?.trim());
    expect(verdicts).toEqual(["not measured", "not measured"]);
  });
});
