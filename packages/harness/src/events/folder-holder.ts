/**
 * A file that tells who uses a data folder. It decides nothing: the database's own lock does; this is what a second
 * server can say to the person who started it.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { isProcessAlive, processStartTicks } from "./process-identity.ts";

export interface FolderHolder {
  readonly pid: number;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
}

/** Says that this process holds the folder. */
export function writeHolder(file: string, startedAt: string): void {
  const { pid } = process;
  const holder = { pid, startedAt, startTicks: processStartTicks(pid) };
  writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
}

/** Who holds the folder; undefined when the file names nobody who is alive. */
export function readHolder(file: string): FolderHolder | undefined {
  const holder = parse(file);
  if (holder === undefined || !isProcessAlive(holder.pid)) return undefined;
  const ticks = processStartTicks(holder.pid);
  // The number was given to another process since.
  if (holder.startTicks !== undefined && ticks !== holder.startTicks)
    return undefined;
  return { pid: holder.pid, startedAt: holder.startedAt };
}

/** Nobody holds the folder any more. Never throws. */
export function removeHolder(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A file that stays names a process that is gone, and so nobody.
  }
}

function parse(
  file: string,
): (FolderHolder & { readonly startTicks: string | undefined }) | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value !== "object" || value === null) return undefined;
    const { pid, startedAt, startTicks } = {
      pid: undefined,
      startedAt: undefined,
      startTicks: undefined,
      ...value,
    } satisfies Readonly<Record<string, unknown>>;
    if (typeof pid !== "number" || typeof startedAt !== "string")
      return undefined;
    const ticks = typeof startTicks === "string" ? startTicks : undefined;
    return { pid, startedAt, startTicks: ticks };
  } catch {
    return undefined;
  }
}
