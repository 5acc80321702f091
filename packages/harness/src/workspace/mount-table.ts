import { guardPath } from "./path-guard.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** The folder under which read-only roots are seen: `skills/<name>/…`. */
export const MOUNT_FOLDER = "skills";

export interface ReadOnlyRoot {
  /** As model and log see it, below `skills/`. */
  readonly name: string;
  /** Absolute real path on this machine; never shown. */
  readonly path: string;
  /** False for a folder that is reached only by its own path: no listing, walk or search above it meets it. */
  readonly listed?: boolean;
}

/** Where a guarded path leads. */
export type Location =
  | { readonly in: "session"; readonly rest: readonly string[] }
  | {
      readonly in: "mount";
      readonly mount: ReadOnlyRoot;
      readonly rest: readonly string[];
    }
  /** `skills` itself: a folder that exists only as a list of the mounts. */
  | { readonly in: "mount-list" };

/** Maps `skills/<name>` to folders elsewhere. Without any, `skills` is a name like others. */
export class MountTable {
  readonly #mounts: ReadonlyMap<string, ReadOnlyRoot>;

  /** Throws `PATH_INVALID` for a name that could not be asked for, or one given twice. */
  constructor(roots: readonly ReadOnlyRoot[]) {
    for (const { name } of roots) {
      const guarded = guardPath(`${MOUNT_FOLDER}/${name}`);
      if (
        !guarded.ok ||
        guarded.segments.length !== 2 ||
        guarded.segments[1] !== name
      ) {
        throw new WorkspaceError(
          "PATH_INVALID",
          "A read-only folder has a name that cannot be part of a path. Rename it.",
        );
      }
    }
    this.#mounts = new Map(roots.map((root) => [root.name, root]));
    if (this.#mounts.size !== roots.length)
      throw new WorkspaceError(
        "PATH_INVALID",
        "Two read-only folders have the same name. Rename one.",
      );
  }

  /** Names of the mounts that are listed, sorted. */
  names(): readonly string[] {
    return [...this.#mounts.values()]
      .filter(({ listed }) => listed !== false)
      .map(({ name }) => name)
      .sort();
  }

  /** Whether there are none, listed or not. */
  get isEmpty(): boolean {
    return this.#mounts.size === 0;
  }

  /** Throws `TOOL_FAILED` for a name below `skills` that is not mounted. */
  locate(segments: readonly string[]): Location {
    const [first, name, ...rest] = segments;
    if (first !== MOUNT_FOLDER || this.isEmpty)
      return { in: "session", rest: segments };
    if (name === undefined) return { in: "mount-list" };
    const mount = this.#mounts.get(name);
    if (mount === undefined)
      throw new WorkspaceError(
        "TOOL_FAILED",
        `"skills/${name}" does not exist. Use ls on skills to see what is there.`,
      );
    return { in: "mount", mount, rest };
  }
}
