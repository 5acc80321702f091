import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Everything below a folder but folders and sockets, by its path in there; none when there is no such folder. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, {
      recursive: true,
      withFileTypes: true,
    });
    return entries
      .filter((entry) => !entry.isDirectory() && !entry.isSocket())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return [];
    throw error;
  }
}
