import type { BigIntStats } from "node:fs";
import { WorkspaceError } from "./workspace-error.ts";

export type EntryKind = "file" | "directory" | "link" | "other";
/** One name of a path: text, or bytes as a directory lists them. */
export type EntryName = string | Buffer;
export interface DirectoryEntry {
  /** The name as it is on disk. */
  readonly bytes: Buffer;
  /** Undefined when the name on disk is not valid UTF-8. */
  readonly name: string | undefined;
  readonly kind: EntryKind;
}

/** The refusal of a link, by its name where it is known. */
export function linkRefusal(name?: EntryName): WorkspaceError {
  const subject =
    name === undefined ? "A folder on the path" : `"${name.toString()}"`;
  return new WorkspaceError(
    "SYMLINK_NOT_ALLOWED",
    `${subject} is a symbolic link. Links are never followed; use the real file.`,
  );
}

/** Throws for everything but a regular file. */
export function refuseUnlessRegular(facts: BigIntStats, name: string): void {
  if (facts.isSymbolicLink()) throw linkRefusal(name);
  if (facts.isDirectory())
    throw new WorkspaceError(
      "NOT_A_REGULAR_FILE",
      `"${name}" is a folder, not a file. Use ls to list it.`,
    );
  if (!facts.isFile())
    throw new WorkspaceError(
      "NOT_A_REGULAR_FILE",
      `"${name}" is not a regular file, so it cannot be read.`,
    );
}

type Kinded = Pick<
  BigIntStats,
  | "isFile"
  | "isDirectory"
  | "isSymbolicLink"
  | "isFIFO"
  | "isSocket"
  | "isBlockDevice"
  | "isCharacterDevice"
>;

/** What kind of thing it is; undefined where the file system does not tell kinds in its listings. */
export function kindOf(entry: Kinded): EntryKind | undefined {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "link";
  const special =
    entry.isFIFO() ||
    entry.isSocket() ||
    entry.isBlockDevice() ||
    entry.isCharacterDevice();
  return special ? "other" : undefined;
}

/** The name as text; undefined when its bytes are not UTF-8. */
export function decodeName(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes,
    );
  } catch {
    return undefined;
  }
}
