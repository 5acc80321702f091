/** Where figures come from: they say something about this machine only. */
import { cpus, release, totalmem, type as systemName } from "node:os";

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGiB: number;
  readonly node: string;
  readonly kernel: string;
}

export function readMachine(): Machine {
  const processors = cpus();
  return {
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? "unknown",
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    kernel: `${systemName()} ${release()}`,
  };
}

export function describeMachine(machine: Machine): string {
  const { cores, processor, memoryGiB, node, kernel } = machine;
  return `${cores} cores (${processor}), ${memoryGiB} GiB, Node ${node}, ${kernel}`;
}
