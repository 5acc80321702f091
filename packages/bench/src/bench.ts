// The benchmark: what the stream, the store and the server cost, beside a raw server of Node and beside others who do
// the same work. Every scenario runs in fresh processes, and every watcher is checked for loss, repetition and order.
// Prints tables and writes JSON. Run it on a machine that has nothing else to do: `npm run bench -- --help`.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isAsked, parseBenchOptions, USAGE } from "./bench-options.ts";
import { describeMachine, readMachine } from "./machine.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarioTable } from "./scenario-table.ts";
import { Children } from "./stream/remote-calls.ts";
import { STREAM_SCENARIOS } from "./stream/stream-scenarios.ts";
import type { Trial } from "./trial.ts";

const ROUNDS = 3;
const STOPPED = 130;

const options = parseBenchOptions(process.argv.slice(2));
if (options.wantsHelp) console.log(USAGE);
else await bench();

async function bench(): Promise<void> {
  const children = new Children();
  process.once("exit", () => children.killAll());
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(STOPPED));
  const machine = readMachine();
  const startedAt = new Date();
  console.log(describeMachine(machine));
  const trials: Trial[] = [];
  for (const scenario of STREAM_SCENARIOS) {
    if (!isAsked(options, scenario.name)) continue;
    console.log(`\n${scenario.title} (${scenario.name})\n`);
    const measured = await runScenario(scenario, {
      children,
      isQuick: options.isQuick,
      rounds: options.isQuick ? 1 : ROUNDS,
      ...(options.contenders === undefined ? {} : { only: options.contenders }),
      onTrial: ({ contender, error }) => {
        if (error !== undefined) console.log(`${contender}: ${error}\n`);
      },
    });
    trials.push(...measured);
    console.log(scenarioTable(scenario, trials));
  }
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  const file = resolve(options.json);
  mkdirSync(dirname(file), { recursive: true });
  const report = {
    startedAt: startedAt.toISOString(),
    seconds,
    machine,
    trials,
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${seconds.toFixed(0)} s. The figures are in ${options.json}.`);
}
