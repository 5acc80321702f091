import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT } from "./checkout.ts";
import { runCommand } from "./command.ts";
import type { StepResult, TestCount } from "./step.ts";

export interface SuiteOptions {
  /** Names the report file. */
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs vitest and reads how many tests passed and failed from its JSON report. */
export async function runSuite(options: SuiteOptions): Promise<StepResult> {
  const folder = join(CHECKOUT, "test-results");
  const report = join(folder, `${options.name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runCommand(
    "vitest",
    [
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${report}`,
      "--passWithNoTests=false",
      ...options.args,
    ],
    {
      signal: options.signal,
      env: { ...process.env, ...options.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    },
  );
  if (!existsSync(report)) return { ok: false, output };
  const tests = parseTestReport(readFileSync(report, "utf8"));
  return {
    ok: code === 0 && tests.failed === 0 && tests.passed > 0,
    output,
    tests,
  };
}

/** Reads vitest's (jest-shaped) JSON report. Throws when it is not one. */
export function parseTestReport(json: string): TestCount {
  const report: unknown = JSON.parse(json);
  const passed = numberAt(report, "numPassedTests");
  const failed = numberAt(report, "numFailedTests");
  // A file that fails to load has no tests to count.
  const brokenFiles =
    failed === 0 ? numberAt(report, "numFailedTestSuites") : 0;
  return { passed, failed: failed + brokenFiles };
}

function numberAt(report: unknown, key: string): number {
  const value: unknown =
    typeof report === "object" && report !== null
      ? Reflect.get(report, key)
      : undefined;
  if (typeof value !== "number")
    throw new Error(`The test report has no ${key}.`);
  return value;
}
