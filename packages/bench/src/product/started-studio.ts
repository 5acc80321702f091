/** The program itself, started for one measurement. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStudio } from "../faults/studio-process.ts";
import type {
  StudioProcess,
  StudioProcessOptions,
} from "../faults/studio-process.ts";
import type { Children } from "../stream/remote-calls.ts";

export interface StartedStudio extends Pick<StudioProcess, "port"> {
  readonly pid: number;
}

/** Starts the program on a folder of its own and, when the work is done, takes it down again. */
export async function withStudio<Result>(
  children: Children,
  options: Omit<StudioProcessOptions, "folder" | "onStart">,
  work: (studio: StartedStudio) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "studio-bench-"));
  try {
    const studio = await startStudio({
      ...options,
      folder,
      onStart: (child) => void children.adopt(child),
    });
    const { child, port } = studio;
    try {
      return await work({ port, pid: child.pid ?? 0 });
    } finally {
      await studio.kill();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
