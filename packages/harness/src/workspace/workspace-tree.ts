import { type ReadBound, readBounded } from "./bounded-read.ts";
import { ConfinedDirectory } from "./confined-directory.ts";
import { type Location, MOUNT_FOLDER, type MountTable } from "./mount-table.ts";
import type { GuardedPath } from "./path-guard.ts";
import {
  describeFileFailure,
  systemCodeOf,
  WorkspaceError,
} from "./workspace-error.ts";
import type { WorkspaceRoot } from "./workspace-root.ts";
import type { WalkStart } from "./workspace-walk.ts";

/** A path that the guard let through. */
export type AcceptedPath = Extract<GuardedPath, { ok: true }>;

export interface ParentOfFile {
  readonly parent: ConfinedDirectory;
  readonly name: string;
  readonly in: "session" | "mount";
}

/**
 * Turns accepted paths into open directories, one component at a time and never through a link. The
 * one place where the session's folder and the read-only folders become a single tree.
 */
export class WorkspaceTree {
  readonly #root: WorkspaceRoot;
  readonly #mounts: MountTable;

  constructor(root: WorkspaceRoot, mounts: MountTable) {
    this.#root = root;
    this.#mounts = mounts;
  }

  /** The directory, for the caller to close; `mount-list` for `skills`, which is no folder on disk. */
  async openDirectory(
    path: AcceptedPath,
  ): Promise<ConfinedDirectory | "mount-list"> {
    await this.#checkDetours(path);
    return this.#open(path.segments);
  }

  /** The directory that holds the file, for the caller to close. The file itself is not looked at. */
  async openParent(path: AcceptedPath): Promise<ParentOfFile> {
    await this.#checkDetours(path);
    const location = this.#mounts.locate(path.segments);
    const name =
      location.in === "mount-list" ? undefined : location.rest.at(-1);
    if (location.in === "mount-list" || name === undefined) {
      throw new WorkspaceError(
        "NOT_A_REGULAR_FILE",
        `"${showPath(path.segments)}" is a folder, not a file. Use ls to list it.`,
      );
    }
    const parent = await this.#openLocation({
      ...location,
      rest: location.rest.slice(0, -1),
    });
    return { parent, name, in: location.in };
  }

  /** Where a walk of the path begins: itself, and the read-only folders where they are below it. */
  walkStarts(path: AcceptedPath): readonly WalkStart[] {
    const { segments } = path;
    const mounts = this.#mounts.names();
    const isMountList =
      segments.length === 1 &&
      segments[0] === MOUNT_FOLDER &&
      !this.#mounts.isEmpty;
    const own: WalkStart = {
      segments,
      ahead: [],
      skip: this.hidesName(segments) ? MOUNT_FOLDER : undefined,
      open: () => this.#openWalked(path),
    };
    if (segments.length > 0 && !isMountList) return [own];
    const mounted = mounts.map((name, at): WalkStart => {
      const place = [MOUNT_FOLDER, name];
      const ahead =
        at === 0 && !isMountList ? [[MOUNT_FOLDER], place] : [place];
      return {
        segments: place,
        ahead,
        skip: undefined,
        open: () => this.#openMount(place),
      };
    });
    return isMountList ? mounted : [own, ...mounted];
  }

  /** Whether the mounts stand before a folder of the same name in the directory. */
  hidesName(segments: readonly string[]): boolean {
    return segments.length === 0 && !this.#mounts.isEmpty;
  }

  async #checkDetours({ detours }: AcceptedPath): Promise<void> {
    for (const segments of detours) {
      const directory = await this.#open(segments);
      if (directory !== "mount-list") await directory.close();
    }
  }

  async #open(
    segments: readonly string[],
  ): Promise<ConfinedDirectory | "mount-list"> {
    const location = this.#mounts.locate(segments);
    return location.in === "mount-list"
      ? "mount-list"
      : this.#openLocation(location);
  }

  async #openLocation(
    location: Exclude<Location, { in: "mount-list" }>,
  ): Promise<ConfinedDirectory> {
    this.#root.assertOpen();
    // A read-only folder is opened anew each time: it is the operator's, and an agent cannot change
    // what is above it; held open by every session, the descriptors would add up.
    const base =
      location.in === "session"
        ? await this.#root.acquire()
        : await ConfinedDirectory.openRoot(
            location.mount.path,
            this.#root.confinement,
          );
    return descend(base, location.rest);
  }

  async #openWalked(path: AcceptedPath): Promise<ConfinedDirectory | "file"> {
    try {
      await this.#checkDetours(path);
      const opened = await this.#openDirectoryOrFile(path);
      return opened === "mount-list" ? "file" : opened;
    } catch (error) {
      throw describeFileFailure(error, showPath(path.segments));
    }
  }

  async #openDirectoryOrFile(
    path: AcceptedPath,
  ): Promise<ConfinedDirectory | "mount-list" | "file"> {
    try {
      return await this.#open(path.segments);
    } catch (error) {
      if (systemCodeOf(error) !== "ENOTDIR") throw error;
    }
    const { parent, name } = await this.openParent(path);
    try {
      const handle = await parent.openFile(name);
      await handle.close();
      return "file";
    } finally {
      await parent.close();
    }
  }

  /** A skill folder that was taken away does not spoil a walk of everything else. */
  async #openMount(
    segments: readonly string[],
  ): Promise<ConfinedDirectory | "gone"> {
    try {
      const opened = await this.#open(segments);
      return opened === "mount-list" ? "gone" : opened;
    } catch (error) {
      if (systemCodeOf(error) === undefined) throw error;
      return "gone";
    }
  }
}

/** Reads the file at the place and closes the place. */
export async function readFileAt(
  { parent, name, in: where }: ParentOfFile,
  bound: ReadBound,
): Promise<Buffer> {
  try {
    const handle = await parent.openFile(name);
    try {
      // Only this product writes to the session's folder, so a second name of a file is a foreign one.
      if (where === "session" && (await handle.stat()).nlink > 1) {
        throw new WorkspaceError(
          "NOT_A_REGULAR_FILE",
          `"${bound.display}" is a hard link to another file, so it cannot be read.`,
        );
      }
      return await readBounded(handle, bound);
    } finally {
      await handle.close();
    }
  } finally {
    await parent.close();
  }
}

/** The path as model and log see it. */
export function showPath(segments: readonly string[]): string {
  return segments.length === 0 ? "." : segments.join("/");
}

async function descend(
  base: ConfinedDirectory,
  names: readonly string[],
): Promise<ConfinedDirectory> {
  let current = base;
  for (const name of names) {
    const above = current;
    try {
      current = await above.openDirectory(name);
    } finally {
      await above.close();
    }
  }
  return current;
}
