import { mkdir, realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import {
  type Confinement,
  ConfinedDirectory,
  type DirectoryIdentity,
  isSameDirectory,
} from "./confined-directory.ts";
import { removeTree } from "./tree-removal.ts";
import {
  describeFileFailure,
  systemCodeOf,
  WorkspaceError,
} from "./workspace-error.ts";

interface Place {
  /** Real path of the folder in which the workspace stands. */
  readonly parentPath: string;
  readonly parentIdentity: DirectoryIdentity;
  readonly name: string;
}

/**
 * The session's own folder, held open from the first moment to `close`. Everything works on copies
 * of that one descriptor, so nothing that happens to the path later can lead elsewhere; and the
 * descriptor's number is never used after it was given back, as `close` waits for copies being made.
 */
export class WorkspaceRoot {
  readonly #place: Place;
  readonly #directory: ConfinedDirectory;
  readonly #copying = new Set<Promise<unknown>>();
  #closed = false;
  #released: Promise<void> | undefined;

  private constructor(place: Place, directory: ConfinedDirectory) {
    this.#place = place;
    this.#directory = directory;
  }

  /** Opens the folder and creates it, for its owner alone, where it is missing. A link in its place is refused. */
  static async open(
    path: string,
    confinement?: Confinement,
  ): Promise<WorkspaceRoot> {
    const absolute = resolve(path);
    if (dirname(absolute) === absolute) {
      throw new WorkspaceError(
        "PATH_INVALID",
        "The workspace cannot be a whole disk. Choose a folder on it.",
      );
    }
    try {
      await mkdir(absolute, { recursive: true, mode: 0o700 });
      // The parent may be reached through a link of the operator's; the folder itself may not be one.
      const parentPath = await realpath(dirname(absolute));
      const parent = await ConfinedDirectory.openRoot(parentPath, confinement);
      try {
        const name = basename(absolute);
        return new WorkspaceRoot(
          { parentPath, parentIdentity: parent.identity, name },
          await parent.openDirectory(name),
        );
      } finally {
        await parent.close();
      }
    } catch (error) {
      throw describeFileFailure(error, "The workspace");
    }
  }

  /** A handle of the caller's own on the folder. Fails once the workspace is closed. */
  async acquire(): Promise<ConfinedDirectory> {
    this.assertOpen();
    const copying = this.#directory.duplicate();
    this.#copying.add(copying);
    try {
      return await copying;
    } catch (error) {
      throw describeFileFailure(error, "The workspace");
    } finally {
      this.#copying.delete(copying);
    }
  }

  /** Throws once `close` or `remove` was called. */
  assertOpen(): void {
    if (this.#closed)
      throw new WorkspaceError(
        "TOOL_FAILED",
        "The workspace of this session is closed, so its files are out of reach.",
      );
  }

  /** Refuses further work, with the descriptor still held. */
  seal(): void {
    this.#closed = true;
  }

  get confinement(): Confinement {
    return this.#directory.confinement;
  }

  /** Refuses further work and gives the descriptor back. Idempotent. */
  close(): Promise<void> {
    this.seal();
    this.#released ??= Promise.allSettled(this.#copying).then(() =>
      this.#directory.close(),
    );
    return this.#released;
  }

  /**
   * Deletes the folder with everything in it, then closes; also after `close`. Refuses, and deletes
   * nothing, when what stands at the path is a link or not the very folder that was opened.
   * Call it when no other work is running on the folder. Gone already is success.
   */
  async remove(): Promise<void> {
    this.seal();
    try {
      await this.#removeWhereItStands();
    } catch (error) {
      throw describeFileFailure(error, "The workspace");
    } finally {
      // Not earlier: while the descriptor is open, its inode number cannot name another folder.
      await this.close();
    }
  }

  async #removeWhereItStands(): Promise<void> {
    const { parentPath, parentIdentity, name } = this.#place;
    const parent = await ConfinedDirectory.openRoot(
      parentPath,
      this.#directory.confinement,
    ).catch((error: unknown) => {
      if (systemCodeOf(error) === "ENOENT") return undefined;
      throw error;
    });
    if (parent === undefined) return;
    try {
      if (!isSameDirectory(parent.identity, parentIdentity)) {
        throw new WorkspaceError(
          "TOOL_FAILED",
          "The folder of the workspaces was replaced, so nothing was removed. Look at the data folder.",
        );
      }
      await removeTree(parent, name, this.#directory.identity);
    } finally {
      await parent.close();
    }
  }
}
