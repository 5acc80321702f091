import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Every file below a folder, by its path in there; none when there is no such folder. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, {
      recursive: true,
      withFileTypes: true,
    });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return [];
    throw error;
  }
}
