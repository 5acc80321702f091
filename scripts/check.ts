// `npm test`: every check of the repository, or with `--only lint,types` those
// whose names start with one of the words.
import { availableParallelism } from "node:os";
import { checkSteps } from "./check-steps.ts";
import { closingLine, runSteps } from "./step.ts";
import type { StepReport } from "./step.ts";

const wanted = parseOnly(process.argv.slice(2));
const all = checkSteps();
const steps = wanted
  ? all.filter(({ name }) => wanted.some((word) => name.startsWith(word)))
  : all;
if (steps.length === 0) {
  console.error(
    `No such check. There are: ${all.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    stop.abort();
    process.exitCode = 1;
  });
}

const startedAt = performance.now();
const reports = await runSteps({
  steps,
  slots: Math.min(2, availableParallelism()),
  signal: stop.signal,
  onReport: printReport,
});
const failed = reports.filter(({ ok }) => !ok);
if (stop.signal.aborted) console.log("Stopped before the end.");
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
}
console.log(
  `\n${reports.length} checks in ${seconds(performance.now() - startedAt)}`,
);
console.log(closingLine(reports));

function printReport({
  name,
  ok,
  durationMs,
  output,
  note,
  tests,
}: StepReport): void {
  const count = tests ? `  ${tests.passed} passed, ${tests.failed} failed` : "";
  console.log(
    `${ok ? "✓" : "✗"} ${name.padEnd(20)}${seconds(durationMs).padStart(8)}${count}`,
  );
  if (!ok) console.log(`\n${output.trimEnd()}\n`);
  if (note !== undefined) console.log(`  ${note}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function parseOnly(args: readonly string[]): readonly string[] | undefined {
  const at = args.indexOf("--only");
  return at < 0
    ? undefined
    : (args[at + 1] ?? "").split(",").filter((word) => word !== "");
}
