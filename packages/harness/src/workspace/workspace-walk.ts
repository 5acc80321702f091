import type { ConfinedDirectory } from "./confined-directory.ts";
import {
  addOmissions,
  type NamedEntry,
  type Omissions,
  readListing,
} from "./directory-listing.ts";
import { describeFileFailure, systemCodeOf } from "./workspace-error.ts";

export interface WalkEntry {
  /** From the workspace's root, with `/`; can be given back to the workspace as it is. */
  readonly path: string;
  /** From where the walk began; the plain name where it began at that file. */
  readonly relativePath: string;
  readonly kind: "file" | "directory";
}

export interface WalkSummary {
  readonly omitted: Readonly<Omissions>;
  /** What stopped the walk from seeing everything, if anything did. */
  readonly truncatedBy: "entries" | "depth" | undefined;
}

export interface WalkBound {
  readonly maxEntries: number;
  /** Folders below the start; 1 looks only at the start's own entries. */
  readonly maxDepth: number;
  readonly signal?: AbortSignal | undefined;
}

/** One place where a walk begins. */
export interface WalkStart {
  readonly segments: readonly string[];
  /** Folders to tell of first, which exist only in the workspace's own view. */
  readonly ahead: readonly (readonly string[])[];
  /** A name at the start itself that is shown from elsewhere. */
  readonly skip: string | undefined;
  /** The folder, which the walk closes; or what else is there. */
  open(): Promise<ConfinedDirectory | "file" | "gone">;
}

/**
 * Visits files and folders below the starts, each folder before what is in it, sorted by name. Links
 * are never followed, and depth and count are limited, so it ends on any tree. Folders that vanish or
 * are swapped meanwhile are passed over. Can be iterated once; `summary` grows with it.
 */
export class WorkspaceWalk implements AsyncIterable<WalkEntry> {
  readonly #starts: readonly WalkStart[];
  readonly #base: readonly string[];
  readonly #bound: WalkBound;
  readonly #omitted: Omissions = { links: 0, protectedNames: 0, unusable: 0 };
  #truncatedBy: WalkSummary["truncatedBy"];
  #left: number;

  constructor(
    base: readonly string[],
    starts: readonly WalkStart[],
    bound: WalkBound,
  ) {
    this.#base = base;
    this.#starts = starts;
    this.#bound = bound;
    this.#left = bound.maxEntries;
  }

  get summary(): WalkSummary {
    return { omitted: { ...this.#omitted }, truncatedBy: this.#truncatedBy };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WalkEntry, void, undefined> {
    for (const start of this.#starts) {
      this.#bound.signal?.throwIfAborted();
      const opened = await start.open();
      if (opened === "gone") continue;
      for (const segments of start.ahead)
        yield this.#entry(segments, "directory");
      if (opened === "file") yield this.#entry(start.segments, "file");
      else yield* this.#visit(opened, start);
    }
  }

  async *#visit(
    directory: ConfinedDirectory,
    { segments: above, skip }: Pick<WalkStart, "segments" | "skip">,
  ): AsyncGenerator<WalkEntry, void, undefined> {
    try {
      for (const { name, kind } of await this.#read(directory, above)) {
        if (name === skip) continue;
        this.#bound.signal?.throwIfAborted();
        const segments = [...above, name];
        yield this.#entry(segments, kind);
        if (kind === "directory") yield* this.#descend(directory, segments);
      }
    } finally {
      await directory.close();
    }
  }

  async *#descend(
    parent: ConfinedDirectory,
    segments: readonly string[],
  ): AsyncGenerator<WalkEntry, void, undefined> {
    if (segments.length - this.#base.length >= this.#bound.maxDepth) {
      this.#truncatedBy ??= "depth";
      return;
    }
    const name = segments.at(-1) ?? "";
    const directory = await parent.openDirectory(name).catch(passOver);
    if (directory !== undefined)
      yield* this.#visit(directory, { segments, skip: undefined });
  }

  async #read(
    directory: ConfinedDirectory,
    above: readonly string[],
  ): Promise<readonly NamedEntry[]> {
    const { signal } = this.#bound;
    const listing = await readListing(directory, {
      above,
      maxEntries: this.#left,
      signal,
    });
    const { links, protectedNames, unusable } = listing.omitted;
    this.#left -= listing.entries.length + links + protectedNames + unusable;
    addOmissions(this.#omitted, listing.omitted);
    if (listing.truncated) this.#truncatedBy = "entries";
    return listing.entries;
  }

  #entry(segments: readonly string[], kind: WalkEntry["kind"]): WalkEntry {
    const below = segments.slice(this.#base.length);
    return {
      path: segments.join("/"),
      relativePath:
        below.length === 0 ? (segments.at(-1) ?? "") : below.join("/"),
      kind,
    };
  }
}

/** What changed between the listing and the opening is not there any more; running out of descriptors is a failure. */
function passOver(error: unknown): undefined {
  const code = systemCodeOf(error);
  if (code === "EMFILE" || code === "ENFILE")
    throw describeFileFailure(error, "A folder of the workspace");
  return undefined;
}
