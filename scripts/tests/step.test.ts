import { expect, it } from "vitest";
import { closingLine, runSteps } from "../step.ts";
import type { Step, StepReport } from "../step.ts";
import { parseTestReport } from "../suite.ts";

const report = (fields: Partial<StepReport>): StepReport => ({
  name: "step",
  ok: true,
  output: "",
  durationMs: 1,
  ...fields,
});

it("sums the tests of all suites in the closing line", () => {
  const reports = [
    report({}),
    report({ tests: { passed: 40, failed: 0 } }),
    report({ ok: false, tests: { passed: 2, failed: 3 } }),
  ];
  expect(closingLine(reports)).toBe("42 passed, 3 failed");
});

it("counts a failed check that is no test as one failure", () => {
  expect(
    closingLine([
      report({ ok: false }),
      report({ tests: { passed: 5, failed: 0 } }),
    ]),
  ).toBe("5 passed, 1 failed");
  expect(
    closingLine([report({ ok: false, tests: { passed: 5, failed: 0 } })]),
  ).toBe("5 passed, 1 failed");
});

it("runs steps beside each other, and one that measures time alone", async () => {
  const running = new Set<string>();
  const together: string[] = [];
  const step = (name: string, alone = false): Step => ({
    name,
    alone,
    run: async () => {
      running.add(name);
      together.push([...running].sort().join("+"));
      await new Promise(setImmediate);
      running.delete(name);
      return { ok: true, output: "" };
    },
  });
  const reports = await runSteps({
    steps: [step("a"), step("b"), step("c"), step("alone", true), step("d")],
    slots: 2,
    signal: new AbortController().signal,
    onReport: () => undefined,
  });
  expect(reports).toHaveLength(5);
  expect(together).toContain("a+b");
  expect(together).toContain("alone");
  expect(together.filter((names) => names.includes("alone"))).toEqual([
    "alone",
  ]);
  expect(Math.max(...together.map((names) => names.split("+").length))).toBe(2);
});

it("reports a step that throws and starts nothing after an abort", async () => {
  const stop = new AbortController();
  const reports = await runSteps({
    steps: [
      {
        name: "throws",
        alone: true,
        run: () => {
          stop.abort();
          return Promise.reject(new Error("no report"));
        },
      },
      { name: "late", run: () => Promise.resolve({ ok: true, output: "" }) },
    ],
    slots: 2,
    signal: stop.signal,
    onReport: () => undefined,
  });
  expect(reports.map(({ name, ok, output }) => [name, ok, output])).toEqual([
    ["throws", false, "no report"],
  ]);
});

it("counts a test file that does not load as a failure", () => {
  const json = { numPassedTests: 7, numFailedTests: 0, numFailedTestSuites: 2 };
  expect(parseTestReport(JSON.stringify(json))).toEqual({
    passed: 7,
    failed: 2,
  });
  expect(() => parseTestReport("{}")).toThrow("numPassedTests");
});
