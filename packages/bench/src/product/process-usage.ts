/** What another process has taken of the machine so far. Linux only; NaN elsewhere. */
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Ticks of the clock that the kernel counts processor time in, a second (proc(5), sysconf(_SC_CLK_TCK)). */
const TICKS = 100;
/** A process at rest takes less than this between two looks, and that so many times. */
const REST_SECONDS = 0.01;
const REST_LOOK_MS = 100;
const REST_LOOKS = 7;
const USER_TICKS_AT = 11;
const SYSTEM_TICKS_AT = 12;

/** Seconds of processor time of all threads, to within 10 ms. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readProc(pid, "stat");
  // What follows the name, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (
    (Number(fields[USER_TICKS_AT]) + Number(fields[SYSTEM_TICKS_AT])) / TICKS
  );
}

/** Resolves when a process has done nothing for a while, such as load in the background what it needs later. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let last = Number.NaN, quiet = 0; quiet < REST_LOOKS;) {
    const now = await cpuSecondsOf(pid);
    quiet = now - last <= REST_SECONDS ? quiet + 1 : 0;
    last = now;
    await delay(REST_LOOK_MS);
  }
}

/** Resident bytes. */
export async function rssOf(pid: number): Promise<number> {
  const status = await readProc(pid, "status");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}

function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
