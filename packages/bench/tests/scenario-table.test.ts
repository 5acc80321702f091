import { check } from "prettier";
import { expect, it } from "vitest";
import { scenarioTable } from "../src/scenario-table.ts";
import type { Trial } from "../src/trial.ts";

const SCENARIO = {
  name: "paced-1",
  figures: ["p99Ms", "deliveriesPerSecond"],
  ratio: "p99Ms",
} as const;
const trial = (contender: string, p99Ms: number, more = {}): Trial => ({
  scenario: "paced-1",
  round: 1,
  contender,
  figures: { p99Ms, deliveriesPerSecond: 1234.5 },
  ...more,
});

it("shows each contender once, beside the baseline of its round", async () => {
  const delivery = { lost: 1, repeated: 0, outOfOrder: 2 };
  const table = scenarioTable(SCENARIO, [
    trial("raw", 2),
    trial("memory", 3, { delivery }),
    { scenario: "paced-1", round: 1, contender: "naive", error: "No." },
    trial("raw", 4),
    { ...trial("memory", 99), scenario: "paced-200" },
  ]);
  expect(table.split("\n").map((line) => line.split(/ *\| */))).toEqual([
    [
      "",
      "contender",
      "p99 ms",
      "deliveries/s",
      "× raw",
      "lost, repeated, out of order",
      "",
    ],
    [
      "",
      "---------",
      "-----:",
      "-----------:",
      "-------:",
      "----------------------------",
      "",
    ],
    ["", "raw", "3.00", "1,235", "1 ± 0.33", "none", ""],
    ["", "memory", "3.00", "1,235", "1.00", "1, 0, 2", ""],
    ["", "naive", "–", "–", "–", "gave up", ""],
  ]);
  expect(await check(`${table}\n`, { parser: "markdown" })).toBe(true);
});
