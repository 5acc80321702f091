/** A whole run as text: where, when, the targets, and a table for each scenario. */
import { describeMachine } from "./machine.ts";
import type { Machine } from "./machine.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioTable } from "./scenario-table.ts";
import { TARGETS } from "./targets/targets.ts";
import type { Trial } from "./trial.ts";
import { targetTable } from "./verdict.ts";

export interface BenchRun {
  readonly startedAt: Date;
  readonly seconds: number;
  readonly machine: Machine;
  readonly rounds: number;
  /** What was typed. */
  readonly command: string;
  readonly scenarios: readonly Pick<
    Scenario,
    "name" | "title" | "figures" | "ratio"
  >[];
  readonly trials: readonly Trial[];
}

/** Markdown, as the formatter of this project keeps it. */
export function reportOf(run: BenchRun): string {
  const { startedAt, machine, rounds, command, scenarios, trials } = run;
  const measured = scenarios.filter(({ name }) =>
    trials.some(({ scenario }) => scenario === name),
  );
  const day = startedAt.toISOString().slice(0, 10);
  return [
    `Measured on ${day} with \`${command}\` on ${describeMachine(machine)}; the median of ${rounds}.`,
    targetTable(TARGETS, trials),
    ...measured.flatMap((scenario) => [
      `### ${scenario.title}`,
      scenarioTable(scenario, trials),
    ]),
  ].join("\n\n");
}
