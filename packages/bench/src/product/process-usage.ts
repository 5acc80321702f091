/** What another process has taken of the machine so far. Linux only; NaN elsewhere. */
import { readFile } from "node:fs/promises";

/** Ticks of the clock that the kernel counts processor time in, a second (proc(5), sysconf(_SC_CLK_TCK)). */
const TICKS = 100;
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

/** Resident bytes. */
export async function rssOf(pid: number): Promise<number> {
  const status = await readProc(pid, "status");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}

function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
