import {
  type ConfinedDirectory,
  type DirectoryIdentity,
  isSameDirectory,
} from "./confined-directory.ts";
import type { DirectoryEntry, EntryName } from "./directory-entry.ts";
import { systemCodeOf, WorkspaceError } from "./workspace-error.ts";

const MAX_DEPTH = 512;

/**
 * Deletes the directory `name` of `parent` with all that is in it. First checks that it is a real
 * directory and the expected one, by device and inode; otherwise refuses and deletes nothing. Links
 * and special files are unlinked, never followed or opened. A directory that is gone is success.
 */
export async function removeTree(
  parent: ConfinedDirectory,
  name: string,
  expected: DirectoryIdentity,
): Promise<void> {
  const directory = await parent.openDirectory(name).catch(ignoreMissing);
  if (directory === undefined) return;
  try {
    // The check is of the open descriptor, so what is emptied is what was checked.
    if (!isSameDirectory(directory.identity, expected)) {
      throw new WorkspaceError(
        "TOOL_FAILED",
        "Another folder stands where the workspace was, so nothing was removed. Look at the data folder.",
      );
    }
    await empty(directory, 0);
  } finally {
    await directory.close();
  }
  await parent.removeDirectory(name).catch(ignoreMissing);
}

async function empty(
  directory: ConfinedDirectory,
  depth: number,
): Promise<void> {
  if (depth > MAX_DEPTH)
    throw new WorkspaceError(
      "TOOL_FAILED",
      "The workspace is nested too deeply to be removed. Remove it by hand.",
    );
  // Listed in full before anything is deleted: some file systems skip entries otherwise.
  const entries: DirectoryEntry[] = [];
  for await (const entry of directory.entries()) entries.push(entry);
  for (const { bytes, kind } of entries) {
    if (kind === "directory") await removeChild(directory, bytes, depth);
    else await directory.unlink(bytes).catch(ignoreMissing);
  }
}

async function removeChild(
  parent: ConfinedDirectory,
  name: EntryName,
  depth: number,
): Promise<void> {
  const child = await parent.openDirectory(name).catch(ignoreMissing);
  if (child === undefined) return;
  try {
    await empty(child, depth + 1);
  } finally {
    await child.close();
  }
  await parent.removeDirectory(name).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): undefined {
  if (systemCodeOf(error) !== "ENOENT") throw error;
  return undefined;
}
