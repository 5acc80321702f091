/** Who a process is, beyond its number, which the system gives out again. */
import { readFileSync } from "node:fs";

/** Fields of `/proc/<pid>/stat` after the name, by proc(5): the state is the 3rd field, the start time the 22nd. */
const STATE_INDEX = 0;
const START_INDEX = 19;

/** Whether a process runs: one that has ended and only waits to be collected does not. */
export function isProcessAlive(pid: number): boolean {
  const state = statFields(pid)?.[STATE_INDEX];
  if (state !== undefined) return state !== "Z" && state !== "X";
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isDenied(error);
  }
}

/** When a process started, in ticks since the machine did; undefined where the system does not tell. */
export function processStartTicks(pid: number): string | undefined {
  return statFields(pid)?.[START_INDEX];
}

/** New at each start of the machine; undefined where the system does not tell. */
export function bootId(): string | undefined {
  return read("/proc/sys/kernel/random/boot_id")?.trim();
}

// The name stands in parentheses and may hold anything, so fields are counted from the last one.
function statFields(pid: number): readonly string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  const afterName = text?.slice(text.lastIndexOf(")") + 2);
  return afterName?.split(" ");
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The process is there and belongs to someone else. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPERM";
}
