/** What a server holds, once it has been collected: resident memory alone grows and shrinks as Node likes. */
import { once } from "node:events";
import type { StudioProcess } from "./studio-process.ts";

/** Arguments for Node with which a program tells it when it is asked. */
export const TELLS_MEMORY = [
  "--expose-gc",
  "--import",
  `data:text/javascript,${encodeURIComponent(
    'process.on("SIGUSR2", () => { gc(); gc(); console.log(`HELD ${JSON.stringify({ ...process.memoryUsage(), resources: process.getActiveResourcesInfo().length })}`); });',
  )}`,
];

export interface HeldMemory extends NodeJS.MemoryUsage {
  /** Timers, sockets and whatever else keeps Node's loop alive. */
  readonly resources: number;
}

/** Memory after a collection, of a program that was started with `TELLS_MEMORY`. */
export async function heldMemory({
  child,
}: StudioProcess): Promise<HeldMemory> {
  if (child.stdout === null) throw new Error("The program tells nothing.");
  const told = once(child.stdout, "data");
  child.kill("SIGUSR2");
  const line = String((await told)[0]).replace("HELD ", "");
  return JSON.parse(line) as HeldMemory;
}

export function toMib(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
