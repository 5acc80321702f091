// Breaks the program in every way that takes longer than a test may, and prints what was seen:
// `npm run test:faults`, or with the beginning of a name to do only that. With `--write` the figures go into
// docs/reliability.md.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DECIDING, RACING } from "./faults/deciding.ts";
import { FULL_DISK } from "./faults/disk.ts";
import type { Fault } from "./faults/fault.ts";
import { writeFigures, type FaultFigure } from "./faults/fault-figures.ts";
import { KILLING } from "./faults/killing.ts";
import { LIVING } from "./faults/living.ts";
import { SLOW_READING } from "./faults/slow-reading.ts";
import { SOAK } from "./faults/soak.ts";
import { BLOCKED, STOPPING } from "./faults/stopping.ts";
import { CUTTING, JOINING } from "./faults/streaming.ts";
import { startStudio, type StudioProcess } from "./faults/studio-process.ts";

const WRITE_FLAG = "--write";
const FAULTS: readonly Fault[] = [
  KILLING,
  DECIDING,
  RACING,
  JOINING,
  CUTTING,
  SLOW_READING,
  FULL_DISK,
  STOPPING,
  BLOCKED,
  SOAK,
  LIVING,
];

const args = process.argv.slice(2);
const [wanted = ""] = args.filter((arg) => arg !== WRITE_FLAG);
const chosen = FAULTS.filter(({ name }) => name.startsWith(wanted));
const figures: FaultFigure[] = [];
for (const fault of chosen) {
  const figure = await tryFault(fault);
  console.log(
    `${figure.held ? "ok  " : "FAIL"}  ${figure.name} (${figure.seconds} s): ${figure.seen}`,
  );
  figures.push(figure);
}
const failed = figures.filter(({ held }) => !held).length;
console.log(`${chosen.length - failed} held, ${failed} did not.`);
process.exitCode = chosen.length > 0 && failed === 0 ? 0 : 1;
if (args.includes(WRITE_FLAG)) {
  if (failed === 0 && chosen.length === FAULTS.length) writeFigures(figures);
  else console.log("The document is left as it is: not everything held.");
}

async function tryFault(fault: Fault): Promise<FaultFigure> {
  const folder = await mkdtemp(join(tmpdir(), "studio-faults-"));
  const startedAt = performance.now();
  const started: StudioProcess[] = [];
  const toFigure = (held: boolean, seen: string): FaultFigure => ({
    name: fault.name,
    seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
    held,
    seen,
  });
  try {
    const run = fault.run({
      folder,
      start: async (options) => {
        const studio = await startStudio({ folder, ...options });
        started.push(studio);
        return studio;
      },
    });
    return toFigure(true, await within(run, fault.limitMinutes));
  } catch (error) {
    return toFigure(false, String(error));
  } finally {
    await Promise.all(started.map((studio) => studio.kill()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rejects when it takes longer. */
async function within<T>(run: Promise<T>, limitMinutes: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`It hangs after ${limitMinutes} minutes.`)),
    limitMinutes * 60_000,
  );
  try {
    return await Promise.race([run, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
