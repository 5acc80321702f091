/** Many random lives of a studio, held to every numbered promise, and races of people. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Fault } from "./fault.ts";

const LIVES = 2000;
const ROOT = join(import.meta.dirname, "../../../..");
const SUITES = [
  "packages/harness/tests/sessions/model-based.test.ts",
  "packages/harness/tests/sessions/races.property.test.ts",
];

export const LIVING: Fault = {
  name: `${LIVES} random lives of a studio, ${LIVES / 20} more over a database, and ${LIVES} races of people who decide, stop and expire`,
  limitMinutes: 25,
  async run() {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const args = ["run", "--project", "harness", ...SUITES];
    const run = promisify(execFile)(process.execPath, [vitest, ...args], {
      cwd: ROOT,
      env: { ...process.env, STUDIO_MODEL_RUNS: String(LIVES) },
      maxBuffer: 64 * 1024 * 1024,
    });
    // A failure names its seed and the shortest life that shows it.
    await run.catch((error: unknown) => {
      const said = error instanceof Error && "stdout" in error;
      throw new Error(said ? String(error.stdout) : "It could not be run.");
    });
    return "each kept every numbered promise";
  },
};
