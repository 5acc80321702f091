/** Many random lives of a studio, held to every numbered promise. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Fault } from "./fault.ts";

const LIVES = 2000;
const ROOT = join(import.meta.dirname, "../../../..");
const SUITE = "packages/harness/tests/sessions/model-based.test.ts";

export const LIVING: Fault = {
  name: `${LIVES} random lives of a studio, and ${LIVES / 20} more over a database`,
  limitMinutes: 20,
  async run() {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const args = ["run", "--project", "harness", SUITE];
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
