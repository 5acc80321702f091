import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { checkBundle } from "./bundle-check.ts";
import { CHECKOUT } from "./checkout.ts";
import { findChromium } from "./chromium.ts";
import { runCommand } from "./command.ts";
import { checkDocs } from "./docs-check.ts";
import { checkImports } from "./imports-check.ts";
import type { Step, StepResult } from "./step.ts";
import { runSuite } from "./suite.ts";
import { checkTree } from "./tree-check.ts";
import { buildWeb } from "./web-build.ts";

const UNIT_PROJECTS = [
  "shared",
  "harness",
  "labs",
  "bench",
  "server",
  "web",
  "tooling",
];

/** Everything that `npm test` runs: long checks first, suites last and alone. */
export function checkSteps(): readonly Step[] {
  return [
    tool("lint", "eslint", [".", "--max-warnings", "0"]),
    ...typeSteps(),
    { name: "web build", run: webBuild },
    {
      name: "imports",
      run: (signal) => checkImports({ root: CHECKOUT, signal }),
    },
    tool("dead code", "knip", []),
    tool("format", "prettier", ["--check", "--log-level", "warn", "."]),
    { name: "tree", run: () => checkTree(CHECKOUT) },
    { name: "docs", run: (signal) => checkDocs({ root: CHECKOUT, signal }) },
    { name: "tests", alone: true, run: unitTests },
    { name: "browser", alone: true, run: browserTests },
  ];
}

function tool(name: string, command: string, args: readonly string[]): Step {
  return {
    name,
    run: async (signal) => {
      const { code, output } = await runCommand(command, args, { signal });
      return { ok: code === 0, output };
    },
  };
}

function typeSteps(): readonly Step[] {
  const configs = globSync("{.,packages/*,apps/*}/tsconfig{,.tests}.json", {
    cwd: CHECKOUT,
  }).sort();
  return configs.map((config) => {
    const folder = dirname(config);
    const part = folder === "." ? "scripts" : basename(folder);
    const name = `types ${part}${config.includes(".tests.") ? " tests" : ""}`;
    const info = join(
      "node_modules",
      ".agent-studio",
      "tsc",
      `${name.replaceAll(" ", "-")}.json`,
    );
    return tool(name, "tsc", [
      "-p",
      config,
      "--incremental",
      "--tsBuildInfoFile",
      info,
    ]);
  });
}

async function webBuild(): Promise<StepResult> {
  await buildWeb({ root: CHECKOUT, say: () => undefined });
  return checkBundle(join(CHECKOUT, "apps", "web", "dist"));
}

function unitTests(signal: AbortSignal): Promise<StepResult> {
  const args = UNIT_PROJECTS.flatMap((name) => ["--project", name]);
  return runSuite({ name: "tests", args, signal });
}

async function browserTests(signal: AbortSignal): Promise<StepResult> {
  const chromium = await findChromium();
  return runSuite({
    name: "browser",
    // Pages wait more than they work: a third one fills the two cores.
    args: ["--project", "browser", "--maxWorkers=3"],
    env: { CHROMIUM_PATH: chromium },
    signal,
  });
}
