/** Looks whether files can be used, before any of them is changed. */
import { accessSync, constants, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { StoreOpenError } from "./store-open-error.ts";

/** Throws a `StoreOpenError` that names the first that is there and is no file which this user may read and write. */
export function requireWritable(paths: readonly string[]): void {
  for (const path of paths) {
    const cause = obstacleTo(path);
    if (cause !== undefined)
      throw new StoreOpenError(
        "unreadable",
        `${basename(path)} in ${dirname(path)} is not a file that this user may read and write. Change its permissions, or choose another folder with STUDIO_DATA_DIR. Nothing was changed.`,
        { cause },
      );
  }
}

function obstacleTo(path: string): unknown {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) return new Error("It is not a file.");
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}
