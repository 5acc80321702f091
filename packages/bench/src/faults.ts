// Breaks the program in every way that takes longer than a test may, and prints what was seen:
// `npm run test:faults`, or with the beginning of a name to do only that.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DECIDING, RACING } from "./faults/deciding.ts";
import { FULL_DISK } from "./faults/disk.ts";
import type { Fault } from "./faults/fault.ts";
import { KILLING } from "./faults/killing.ts";
import { BLOCKED, SOAK, STOPPING } from "./faults/stopping.ts";

const FAULTS: readonly Fault[] = [
  KILLING,
  DECIDING,
  RACING,
  FULL_DISK,
  STOPPING,
  BLOCKED,
  SOAK,
];

const [wanted = ""] = process.argv.slice(2);
const chosen = FAULTS.filter(({ name }) => name.startsWith(wanted));
const held: boolean[] = [];
for (const fault of chosen) held.push(await tryFault(fault));
const failed = held.filter((isHeld) => !isHeld).length;
console.log(`${chosen.length - failed} held, ${failed} did not.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Whether every promise held. */
async function tryFault({ name, run }: Fault): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "studio-faults-"));
  const startedAt = performance.now();
  try {
    const seen = await run(folder);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`ok    ${name} (${seconds} s): ${seen}.`);
    return true;
  } catch (error) {
    console.log(`FAIL  ${name}: ${String(error)}`);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
