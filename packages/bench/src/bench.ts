// The benchmark: what the stream, the store and the server cost, beside a raw server of Node and beside others who do
// the same work. Every scenario runs in fresh processes, and every watcher is checked for loss, repetition and order.
// Prints tables and writes JSON. Run it on a machine that has nothing else to do: `npm run bench -- --help`.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "../../../scripts/web-build.ts";
import { isAsked, parseBenchOptions, USAGE } from "./bench-options.ts";
import type { BenchOptions } from "./bench-options.ts";
import { reportOf } from "./bench-report.ts";
import type { BenchRun } from "./bench-report.ts";
import { replaceBlock } from "./docs-block.ts";
import { describeMachine, readMachine } from "./machine.ts";
import { PRODUCT_SCENARIOS } from "./product/product-scenarios.ts";
import { PROGRAM_SCENARIOS } from "./program-scenarios.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarioTable } from "./scenario-table.ts";
import type { Scenario } from "./scenario.ts";
import { Children } from "./stream/remote-calls.ts";
import { STREAM_SCENARIOS } from "./stream/stream-scenarios.ts";
import { TARGETS } from "./targets/targets.ts";
import type { Trial } from "./trial.ts";
import { targetTable } from "./verdict.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const DOCUMENT = join(ROOT, "docs", "performance.md");
const ROUNDS = 3;
const STOPPED = 130;
/** A browser that was killed makes files to its end. */
const DYING_MS = 400;

const args = process.argv.slice(2);
const options = readOptions();
if (options?.wantsHelp === true) console.log(USAGE);
else if (options !== undefined) await bench(options);

function readOptions(): BenchOptions | undefined {
  try {
    return parseBenchOptions(args);
  } catch (error) {
    console.error(`${String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function bench(asked: BenchOptions): Promise<void> {
  const children = new Children();
  cleanUpAfter(children);
  const machine = readMachine();
  const startedAt = new Date();
  const rounds = asked.isQuick ? 1 : ROUNDS;
  const scenarios = askedScenarios(asked);
  console.log(describeMachine(machine));
  await buildWeb({ root: ROOT, say: () => undefined });
  const trials: Trial[] = [];
  for (const scenario of scenarios) {
    console.log(`\n${scenario.title} (${scenario.name})\n`);
    trials.push(...(await measure(scenario, { children, rounds, asked })));
    console.log(scenarioTable(scenario, trials));
  }
  console.log(`\n${targetTable(TARGETS, trials)}`);
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  const command = ["npm run bench --", ...args].join(" ");
  const ran = { startedAt, seconds, machine, rounds, command };
  keep({ ...ran, scenarios, trials }, asked);
  const warning = asked.isQuick ? " A quick run says nothing of speed." : "";
  console.log(
    `\n${seconds.toFixed(0)} s. The figures are in ${asked.json}.${warning}`,
  );
}

/** However the benchmark ends, it leaves no process and no folder behind. */
function cleanUpAfter(children: Children): void {
  const scratch = mkdtempSync(join(tmpdir(), "studio-bench-"));
  // Whatever is made for a measurement goes there, in every process.
  process.env["TMPDIR"] = scratch;
  process.once("exit", () => {
    if (children.killAll() > 0) sleepSync(DYING_MS);
    rmSync(scratch, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(STOPPED));
}

function askedScenarios(asked: BenchOptions): readonly Scenario[] {
  return [
    ...STREAM_SCENARIOS,
    ...PRODUCT_SCENARIOS,
    ...PROGRAM_SCENARIOS,
  ].filter(({ name, isSlow = false }) => {
    if (asked.isQuick && isSlow && asked.only === undefined) return false;
    return isAsked(asked, name);
  });
}

interface MeasureOptions {
  readonly children: Children;
  readonly rounds: number;
  readonly asked: BenchOptions;
}

function measure(
  scenario: Scenario,
  { children, rounds, asked }: MeasureOptions,
): Promise<readonly Trial[]> {
  return runScenario(scenario, {
    children,
    isQuick: asked.isQuick,
    rounds,
    ...(asked.contenders === undefined ? {} : { only: asked.contenders }),
    onTrial: ({ contender, error }) => {
      if (error !== undefined) console.log(`${contender}: ${error}\n`);
    },
  });
}

function keep(run: BenchRun, asked: BenchOptions): void {
  const path = resolve(asked.json);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(run, null, 2)}\n`);
  if (!asked.writesDocs) return;
  const document = readFileSync(DOCUMENT, "utf8");
  writeFileSync(DOCUMENT, replaceBlock(document, reportOf(run)));
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
