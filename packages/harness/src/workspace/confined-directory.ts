import { type BigIntStats, constants } from "node:fs";
import {
  lstat,
  open,
  opendir,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from "node:fs/promises";
import { join } from "node:path";
import {
  type DirectoryEntry,
  type EntryKind,
  type EntryName,
  decodeName,
  kindOf,
  linkRefusal,
  refuseUnlessRegular,
} from "./directory-entry.ts";
import { systemCodeOf, WorkspaceError } from "./workspace-error.ts";

/** Tells one directory from another, also after it was moved. */
export type DirectoryIdentity = Pick<BigIntStats, "dev" | "ino">;

/**
 * An open directory from which one more name can be reached, and only that.
 *
 * `descriptor` (Linux): names are resolved below the open descriptor, through `/proc/self/fd/N/name`,
 * and the last one never follows a link. What is swapped in elsewhere meanwhile cannot matter.
 * `portable` (other systems): Node has no `openat`, so names are opened by path and every parent is
 * then compared, by device and inode, with the directory that was opened before. This promises less:
 * a link that is swapped in and out again exactly between the two steps is not seen.
 */
export type Confinement = "descriptor" | "portable";

interface Opened {
  readonly handle: FileHandle;
  readonly location: string;
  readonly confinement: Confinement;
  readonly parent: ConfinedDirectory | undefined;
}

// Windows lacks some of these flags, whatever the types say.
const FLAGS: Partial<typeof constants> = constants;
const NO_FOLLOW = FLAGS.O_NOFOLLOW ?? 0;
const DIRECTORY_FLAGS =
  constants.O_RDONLY | NO_FOLLOW | (FLAGS.O_DIRECTORY ?? 0);
const READ_FLAGS = constants.O_RDONLY | NO_FOLLOW | (FLAGS.O_NONBLOCK ?? 0);
const CREATE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

export class ConfinedDirectory {
  readonly confinement: Confinement;
  readonly identity: DirectoryIdentity;
  readonly #handle: FileHandle;
  readonly #location: string;
  readonly #parent: ConfinedDirectory | undefined;

  private constructor(opened: Opened, identity: DirectoryIdentity) {
    this.confinement = opened.confinement;
    this.#handle = opened.handle;
    this.#location = opened.location;
    this.#parent = opened.parent;
    this.identity = identity;
  }

  /** Opens a trusted absolute path, whose parents may be links but which must itself be a real directory. */
  static async openRoot(
    path: string,
    confinement?: Confinement,
  ): Promise<ConfinedDirectory> {
    const handle = await open(path, DIRECTORY_FLAGS);
    try {
      const identity = await handle.stat({ bigint: true });
      const location = await realpath(path);
      const chosen =
        confinement ??
        ((await reachesItself(handle, identity)) ? "descriptor" : "portable");
      return await ConfinedDirectory.#adopt({
        handle,
        location,
        confinement: chosen,
        parent: undefined,
      });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** A second handle on the same directory, closed on its own. */
  async duplicate(): Promise<ConfinedDirectory> {
    const handle = await open(this.#child("."), DIRECTORY_FLAGS);
    return this.#keepOrClose({
      handle,
      location: this.#location,
      confinement: this.confinement,
      parent: this.#parent,
    });
  }

  /** Opens the directory `name` below this one; a link is `SYMLINK_NOT_ALLOWED`. */
  async openDirectory(name: EntryName): Promise<ConfinedDirectory> {
    const handle = await open(this.#child(name), DIRECTORY_FLAGS).catch(
      (error: unknown) => this.#explain(error, name),
    );
    return this.#keepOrClose({
      handle,
      location: join(this.#location, name.toString()),
      confinement: this.confinement,
      parent: this,
    });
  }

  /**
   * Opens the regular file `name` for reading. A device or pipe is refused before it is opened, as
   * opening alone may block or act; what was opened is checked again, as it may have been swapped.
   */
  async openFile(name: string): Promise<FileHandle> {
    refuseUnlessRegular(await this.inspect(name), name);
    const handle = await open(this.#child(name), READ_FLAGS).catch(
      (error: unknown) => this.#explain(error, name),
    );
    try {
      await this.#verify();
      refuseUnlessRegular(await handle.stat({ bigint: true }), name);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Creates the file `name`, readable by its owner alone; fails when anything has that name. */
  async createFile(name: string): Promise<FileHandle> {
    await this.#verify();
    return open(this.#child(name), CREATE_FLAGS, 0o600);
  }

  /** Facts about `name` itself, never about what a link points to. */
  async inspect(name: EntryName): Promise<BigIntStats> {
    const facts = await lstat(this.#child(name), { bigint: true });
    await this.#verify();
    return facts;
  }

  /** The entries in no particular order; the caller stops reading when it has enough. */
  async *entries(): AsyncGenerator<DirectoryEntry, void, undefined> {
    await this.#verify();
    // latin1 keeps the raw bytes of a name, so that one which is not UTF-8 is recognised.
    const directory = await opendir(this.#child("."), { encoding: "latin1" });
    await this.#verify();
    for await (const entry of directory) {
      const bytes = Buffer.from(entry.name, "latin1");
      const kind = kindOf(entry) ?? (await this.#kindByInspection(bytes));
      yield { bytes, name: decodeName(bytes), kind };
    }
  }

  /** Renames within this directory, replacing what has the name `to`; a link there is replaced, not followed. */
  async rename(from: string, to: string): Promise<void> {
    await this.#verify();
    await rename(this.#child(from), this.#child(to));
  }

  async unlink(name: EntryName): Promise<void> {
    await this.#verify();
    await unlink(this.#child(name));
  }

  async removeDirectory(name: EntryName): Promise<void> {
    await this.#verify();
    await rmdir(this.#child(name));
  }

  /** Makes renames in this directory survive a crash; systems without such a promise are left as they are. */
  async sync(): Promise<void> {
    if (this.confinement === "descriptor") await this.#handle.sync();
    else await this.#handle.sync().catch(() => undefined);
  }

  /** Releases the descriptor. Call it once, when no call on this directory is running. */
  close(): Promise<void> {
    return this.#handle.close();
  }

  #child(name: EntryName): EntryName {
    if (this.confinement === "portable")
      return join(this.#location, name.toString());
    const base = `/proc/self/fd/${this.#handle.fd}/`;
    return typeof name === "string"
      ? base + name
      : Buffer.concat([Buffer.from(base), name]);
  }

  async #keepOrClose(opened: Opened): Promise<ConfinedDirectory> {
    try {
      return await ConfinedDirectory.#adopt(opened);
    } catch (error) {
      await opened.handle.close();
      throw error;
    }
  }

  static async #adopt(opened: Opened): Promise<ConfinedDirectory> {
    const directory = new ConfinedDirectory(
      opened,
      await opened.handle.stat({ bigint: true }),
    );
    await directory.#verify();
    return directory;
  }

  /** Portable mode only: this directory and all its parents are still where they were opened. */
  async #verify(): Promise<void> {
    if (this.confinement === "descriptor") return;
    const facts = await lstat(this.#location, { bigint: true });
    if (facts.isSymbolicLink()) throw linkRefusal();
    if (!isSameDirectory(facts, this.identity))
      throw new WorkspaceError(
        "TOOL_FAILED",
        "A folder on the path was replaced while it was used. Try again.",
      );
    if (this.#parent !== undefined) await this.#parent.#verify();
  }

  /** With O_DIRECTORY, Linux reports a link as "not a directory". */
  async #explain(error: unknown, name: EntryName): Promise<never> {
    const code = systemCodeOf(error);
    if (code === "ELOOP") throw linkRefusal(name);
    if (code !== "ENOTDIR" && code !== "EMLINK") throw error;
    const facts = await this.inspect(name);
    throw facts.isSymbolicLink() ? linkRefusal(name) : error;
  }

  async #kindByInspection(name: EntryName): Promise<EntryKind> {
    const facts = await this.inspect(name).catch(() => undefined);
    return (facts && kindOf(facts)) ?? "other";
  }
}

/** Whether both are about one directory. */
export function isSameDirectory(
  one: DirectoryIdentity,
  other: DirectoryIdentity,
): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

async function reachesItself(
  handle: FileHandle,
  identity: DirectoryIdentity,
): Promise<boolean> {
  const facts = await stat(`/proc/self/fd/${handle.fd}/.`, {
    bigint: true,
  }).catch(() => undefined);
  return facts !== undefined && isSameDirectory(facts, identity);
}
