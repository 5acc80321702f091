import { randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { readBounded } from "./bounded-read.ts";
import type { ConfinedDirectory } from "./confined-directory.ts";
import { MOUNT_FOLDER } from "./mount-table.ts";
import { guardPath } from "./path-guard.ts";
import { foldName } from "./protected-names.ts";
import {
  describeFileFailure,
  systemCodeOf,
  WorkspaceError,
} from "./workspace-error.ts";

/** A file that the agent is allowed to produce. */
export interface ArtifactDeclaration {
  readonly name: string;
  readonly mediaType: string;
}

/** A produced file, as the protocol shows it. */
export interface ArtifactFacts {
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: string;
}

export interface StoredArtifact extends ArtifactFacts {
  readonly bytes: Buffer;
}

/** Begins names that are protected, so that no tool ever shows a file half written. */
const TEMPORARY_PREFIX = ".studio-write-";

/**
 * The files that may be written: those declared, directly in the session's folder, each replaced as
 * a whole or not at all. Methods get a directory handle of the caller's; they do not close it.
 */
export class ArtifactShelf {
  readonly #declared: ReadonlyMap<string, ArtifactDeclaration>;
  readonly #maxBytes: number;

  /** Throws `PATH_INVALID` or `PROTECTED_PATH` for names that could not be written, or that differ only in spelling. */
  constructor(declared: readonly ArtifactDeclaration[], maxBytes: number) {
    for (const { name } of declared) refuseUnlessWritable(name);
    this.#declared = new Map(declared.map((each) => [each.name, each]));
    this.#maxBytes = maxBytes;
    if (
      new Set(declared.map(({ name }) => foldName(name))).size !==
      declared.length
    ) {
      throw new WorkspaceError(
        "PATH_INVALID",
        "Two artifacts have names that some systems cannot tell apart. Rename one.",
      );
    }
  }

  /** Declared names in the order of their declaration. */
  names(): readonly string[] {
    return [...this.#declared.keys()];
  }

  /**
   * Writes the artifact and returns once it survives a crash of the machine. When that fails, or the
   * signal aborts before the new content is in place, the old content stands and nothing else is left;
   * only a disk that fails after that moment leaves the new content with an error.
   */
  async write(
    root: ConfinedDirectory,
    name: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<ArtifactFacts> {
    const { mediaType } = this.#requireDeclared(name);
    if (bytes.byteLength > this.#maxBytes) {
      throw new WorkspaceError(
        "FILE_TOO_LARGE",
        `"${name}" would be larger than ${this.#maxBytes} bytes. Write less.`,
      );
    }
    try {
      await refuseToReplace(root, name);
      const updatedAt = await replaceAtomically(root, { name, bytes, signal });
      return { name, mediaType, sizeBytes: bytes.byteLength, updatedAt };
    } catch (error) {
      throw describeFileFailure(error, name);
    }
  }

  /** The artifact with its bytes; undefined when it is not declared or not saved yet. */
  async read(
    root: ConfinedDirectory,
    name: string,
    signal?: AbortSignal,
  ): Promise<StoredArtifact | undefined> {
    const declaration = this.#declared.get(name);
    if (declaration === undefined) return undefined;
    let handle: FileHandle | undefined;
    try {
      handle = await root.openFile(name);
      const bytes = await readBounded(handle, {
        maxBytes: this.#maxBytes,
        display: name,
        signal,
      });
      const { mtimeMs } = await handle.stat();
      return {
        name,
        mediaType: declaration.mediaType,
        sizeBytes: bytes.length,
        updatedAt: isoTime(mtimeMs),
        bytes,
      };
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT") return undefined;
      throw describeFileFailure(error, name);
    } finally {
      await handle?.close();
    }
  }

  /** Facts about the declared artifacts that were saved, in the order of their declaration. */
  async list(root: ConfinedDirectory): Promise<readonly ArtifactFacts[]> {
    const saved: ArtifactFacts[] = [];
    for (const { name, mediaType } of this.#declared.values()) {
      const facts = await root.inspect(name).catch((error: unknown) => {
        if (systemCodeOf(error) === "ENOENT") return undefined;
        throw describeFileFailure(error, name);
      });
      if (facts?.isFile() === true)
        saved.push({
          name,
          mediaType,
          sizeBytes: Number(facts.size),
          updatedAt: isoTime(Number(facts.mtimeMs)),
        });
    }
    return saved;
  }

  #requireDeclared(name: string): ArtifactDeclaration {
    refuseUnlessWritable(name);
    const declaration = this.#declared.get(name);
    if (declaration !== undefined) return declaration;
    const choice = this.names().join(", ");
    throw new WorkspaceError(
      "TOOL_FAILED",
      choice === ""
        ? "No file can be written here."
        : `Only these files can be written: ${choice}.`,
    );
  }
}

function refuseUnlessWritable(name: string): void {
  const guarded = guardPath(name, "write");
  if (!guarded.ok) throw new WorkspaceError(guarded.code, guarded.message);
  if (
    guarded.segments.length !== 1 ||
    guarded.segments[0] !== name ||
    foldName(name) === MOUNT_FOLDER
  ) {
    throw new WorkspaceError(
      "PATH_INVALID",
      "A file can only be written directly into the workspace, by its plain name. Use a name such as report.md.",
    );
  }
}

/** A hard link is fine here: the rename replaces the name and leaves the other file as it is. */
async function refuseToReplace(
  root: ConfinedDirectory,
  name: string,
): Promise<void> {
  const facts = await root.inspect(name).catch((error: unknown) => {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (facts === undefined || facts.isFile()) return;
  if (facts.isSymbolicLink())
    throw new WorkspaceError(
      "SYMLINK_NOT_ALLOWED",
      `"${name}" is a symbolic link, so it was not replaced. Remove the link first.`,
    );
  throw new WorkspaceError(
    "NOT_A_REGULAR_FILE",
    `"${name}" is not a regular file, so it was not replaced. Remove it first.`,
  );
}

interface Replacement {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

async function replaceAtomically(
  root: ConfinedDirectory,
  { name, bytes, signal }: Replacement,
): Promise<string> {
  signal?.throwIfAborted();
  const temporary = TEMPORARY_PREFIX + randomBytes(12).toString("hex");
  const handle = await root.createFile(temporary);
  try {
    const mtimeMs = await fillAndClose(handle, bytes);
    signal?.throwIfAborted();
    await root.rename(temporary, name);
    await root.sync();
    return isoTime(mtimeMs);
  } catch (error) {
    // After the rename there is nothing to remove; the first failure is the one to report.
    await root.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function fillAndClose(
  handle: FileHandle,
  bytes: Uint8Array,
): Promise<number> {
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
  }
}

function isoTime(mtimeMs: number): string {
  return new Date(mtimeMs).toISOString();
}
