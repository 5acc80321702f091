/** What a process that was killed left of sessions that were not made, or were deleted. */
import { lstat, readdir, rm, unlink } from "node:fs/promises";
import path from "node:path";

/** Removes what stands in the folder of all sessions and belongs to none that is known. Links are never followed. */
export async function removeLeftOvers(
  folder: string,
  known: ReadonlySet<string>,
): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (known.has(name)) continue;
    const entry = path.join(folder, name);
    if ((await lstat(entry)).isDirectory())
      await rm(entry, { recursive: true, force: true });
    else await unlink(entry);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) return [];
    throw error;
  }
}
