/** Whose processor time a profile shows: each sample belongs to the nearest caller that is someone's code. */
import * as z from "zod";

export const CpuProfileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.int()).optional(),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.infer<typeof CpuProfileSchema>;

export interface ProcessorShares {
  /** Microseconds in which the process did anything. */
  readonly busyUs: number;
  /** Those that Pi and what it stands on took. */
  readonly piUs: number;
  /** Those that the project's own code took. */
  readonly ownUs: number;
}

const PI = /\/node_modules\/@earendil-works\//;
const PACKAGE = /\/node_modules\//;
const OWN = /\/(packages|apps)\/[^/]+\/src\//;
const IDLE = new Set(["(idle)", "(program)"]);

type Owner = "pi" | "own" | "nobody" | "idle";

/** Adds up the samples. Collection of garbage and Node itself, called by nobody, count as busy and belong to no one. */
export function processorShares(profile: CpuProfile): ProcessorShares {
  const owners = ownersOf(profile);
  const sums = { pi: 0, own: 0, nobody: 0, idle: 0 };
  for (const [index, id] of profile.samples.entries())
    sums[owners.get(id) ?? "nobody"] += profile.timeDeltas[index] ?? 0;
  const { pi: piUs, own: ownUs, nobody } = sums;
  return { busyUs: piUs + ownUs + nobody, piUs, ownUs };
}

function ownersOf({ nodes }: CpuProfile): ReadonlyMap<number, Owner> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map<number, Owner>();
  const visit = (id: number, caller: Owner): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const owner = ownerOf(node.callFrame, caller);
    owners.set(id, owner);
    for (const child of node.children ?? []) visit(child, owner);
  };
  const [root] = nodes;
  if (root !== undefined) visit(root.id, "nobody");
  return owners;
}

function ownerOf(
  { functionName, url }: { functionName: string; url: string },
  caller: Owner,
): Owner {
  if (IDLE.has(functionName)) return "idle";
  if (PI.test(url)) return "pi";
  if (PACKAGE.test(url)) return caller;
  return OWN.test(url) ? "own" : caller;
}
