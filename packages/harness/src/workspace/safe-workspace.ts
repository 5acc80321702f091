import {
  type ArtifactFacts,
  ArtifactShelf,
  type StoredArtifact,
} from "./artifact-shelf.ts";
import type { ConfinedDirectory } from "./confined-directory.ts";
import {
  type ListedEntry,
  measureEntries,
  readListing,
} from "./directory-listing.ts";
import { MOUNT_FOLDER, MountTable } from "./mount-table.ts";
import { guardPath } from "./path-guard.ts";
import { describeFileFailure, WorkspaceError } from "./workspace-error.ts";
import {
  DEFAULT_WORKSPACE_LIMITS,
  type FileContent,
  type ListOptions,
  type ReadOptions,
  type WalkOptions,
  type WorkspaceLimits,
  type WorkspaceListing,
  type WorkspaceOptions,
} from "./workspace-options.ts";
import { WorkspaceRoot } from "./workspace-root.ts";
import {
  type AcceptedPath,
  readFileAt,
  showPath,
  WorkspaceTree,
} from "./workspace-tree.ts";
import { WorkspaceWalk } from "./workspace-walk.ts";

/**
 * Opens the workspace of a session. Throws `WorkspaceError` when the folder cannot be used, is a
 * link, or when an artifact or read-only folder is declared with a name that could not be asked for.
 */
export async function openWorkspace(
  options: WorkspaceOptions,
): Promise<SafeWorkspace> {
  const limits = { ...DEFAULT_WORKSPACE_LIMITS, ...options.limits };
  const mounts = new MountTable(options.readOnlyRoots ?? []);
  const shelf = new ArtifactShelf(options.artifacts, limits.maxArtifactBytes);
  return new SafeWorkspace({
    mounts,
    shelf,
    limits,
    root: await WorkspaceRoot.open(options.root, options.confinement),
  });
}

interface WorkspaceParts {
  readonly root: WorkspaceRoot;
  readonly mounts: MountTable;
  readonly shelf: ArtifactShelf;
  readonly limits: WorkspaceLimits;
}

/**
 * The only way from a tool to files: the session's folder, read-only skill folders, and the lab's
 * declared artifacts. Expected failures are `WorkspaceError`s; an aborted signal throws its reason.
 * Methods may run at the same time. Obtain one from `openWorkspace`.
 */
export class SafeWorkspace {
  readonly #root: WorkspaceRoot;
  readonly #tree: WorkspaceTree;
  readonly #mountNames: readonly string[];
  readonly #shelf: ArtifactShelf;
  readonly #limits: WorkspaceLimits;
  readonly #writing = new Set<Promise<unknown>>();

  constructor({ root, mounts, shelf, limits }: WorkspaceParts) {
    this.#root = root;
    this.#tree = new WorkspaceTree(root, mounts);
    this.#mountNames = mounts.names();
    this.#shelf = shelf;
    this.#limits = limits;
  }

  /** Reads a regular file whole, at most `maxBytes` (and never more than the workspace's own limit). */
  async readFile(
    path: string,
    options: ReadOptions = {},
  ): Promise<FileContent> {
    const accepted = accept(path);
    const display = showPath(accepted.segments);
    const maxBytes = Math.min(
      options.maxBytes ?? Infinity,
      this.#limits.maxReadBytes,
    );
    try {
      const place = await this.#tree.openParent(accepted);
      const bytes = await readFileAt(place, {
        maxBytes,
        display,
        signal: options.signal,
      });
      return { path: display, bytes, sizeBytes: bytes.length };
    } catch (error) {
      throw describeFileFailure(error, display);
    }
  }

  /** Lists a directory: what may be seen, sorted by name, and how many entries were left out. */
  async list(
    path: string,
    options: ListOptions = {},
  ): Promise<WorkspaceListing> {
    const accepted = accept(path);
    const display = showPath(accepted.segments);
    try {
      const directory = await this.#tree.openDirectory(accepted);
      if (directory === "mount-list") return listOfMounts(this.#mountNames);
      try {
        return {
          path: display,
          ...(await this.#listDirectory(directory, accepted.segments, options)),
        };
      } finally {
        await directory.close();
      }
    } catch (error) {
      throw describeFileFailure(error, display);
    }
  }

  /**
   * Visits everything below `path`, or `path` alone where it is a file. Limits are the workspace's
   * own where not made smaller. A path that cannot be opened throws at the first step.
   */
  walk(path: string, options: WalkOptions = {}): WorkspaceWalk {
    const accepted = accept(path);
    return new WorkspaceWalk(
      accepted.segments,
      this.#tree.walkStarts(accepted),
      {
        signal: options.signal,
        maxEntries: Math.min(
          options.maxEntries ?? Infinity,
          this.#limits.maxWalkEntries,
        ),
        maxDepth: Math.min(
          options.maxDepth ?? Infinity,
          this.#limits.maxWalkDepth,
        ),
      },
    );
  }

  /**
   * Replaces a declared artifact as a whole; settles once it survives a crash of the machine. When it
   * fails or is aborted, the old content stands and no other file is left behind.
   */
  async writeArtifact(
    name: string,
    bytes: Uint8Array,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<ArtifactFacts> {
    this.#root.assertOpen();
    const writing = this.#withRoot((root) =>
      this.#shelf.write(root, name, bytes, options.signal),
    );
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** The artifact; undefined when the name is not declared or nothing was saved under it yet. */
  readArtifact(
    name: string,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<StoredArtifact | undefined> {
    return this.#withRoot((root) =>
      this.#shelf.read(root, name, options.signal),
    );
  }

  /** The artifacts that were saved, in the order in which the lab declares them. */
  listArtifacts(): Promise<readonly ArtifactFacts[]> {
    return this.#withRoot((root) => this.#shelf.list(root));
  }

  /**
   * Deletes the session's folder with everything in it, after writes that are under way; read-only
   * folders stay. Refuses when a link or another folder stands in its place. Closes the workspace;
   * works after `close` too.
   */
  async remove(): Promise<void> {
    this.#root.seal();
    await Promise.allSettled(this.#writing);
    await this.#root.remove();
  }

  /** Gives the descriptors back; files stay. Idempotent. Work under way comes to its end. */
  close(): Promise<void> {
    return this.#root.close();
  }

  async #listDirectory(
    directory: ConfinedDirectory,
    segments: readonly string[],
    options: ListOptions,
  ): Promise<Omit<WorkspaceListing, "path">> {
    const maxEntries = Math.min(
      options.maxEntries ?? Infinity,
      this.#limits.maxListEntries,
    );
    const listing = await readListing(directory, {
      above: segments,
      maxEntries,
      signal: options.signal,
    });
    if (!this.#tree.hidesName(segments))
      return {
        ...listing,
        entries: await measureEntries(directory, listing.entries),
      };
    const entries = await measureEntries(
      directory,
      listing.entries.filter(({ name }) => name !== MOUNT_FOLDER),
    );
    const mounts: ListedEntry = {
      name: MOUNT_FOLDER,
      kind: "directory",
      sizeBytes: 0,
    };
    return {
      ...listing,
      entries: [...entries, mounts].sort((one, other) =>
        one.name < other.name ? -1 : 1,
      ),
    };
  }

  async #withRoot<T>(
    work: (root: ConfinedDirectory) => Promise<T>,
  ): Promise<T> {
    const root = await this.#root.acquire();
    try {
      return await work(root);
    } finally {
      await root.close();
    }
  }
}

function accept(path: string): AcceptedPath {
  const guarded = guardPath(path);
  if (!guarded.ok) throw new WorkspaceError(guarded.code, guarded.message);
  return guarded;
}

function listOfMounts(names: readonly string[]): WorkspaceListing {
  const entries = names.map((name): ListedEntry => ({
    name,
    kind: "directory",
    sizeBytes: 0,
  }));
  return {
    path: MOUNT_FOLDER,
    entries,
    omitted: { links: 0, protectedNames: 0, unusable: 0 },
    truncated: false,
  };
}
