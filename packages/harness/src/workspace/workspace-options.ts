import type { ArtifactDeclaration } from "./artifact-shelf.ts";
import type { Confinement } from "./confined-directory.ts";
import type { ListedEntry, Omissions } from "./directory-listing.ts";
import type { ReadOnlyRoot } from "./mount-table.ts";

export interface WorkspaceLimits {
  readonly maxReadBytes: number;
  readonly maxArtifactBytes: number;
  readonly maxListEntries: number;
  readonly maxWalkEntries: number;
  readonly maxWalkDepth: number;
}

export const DEFAULT_WORKSPACE_LIMITS: WorkspaceLimits = {
  maxReadBytes: 8 * 1024 * 1024,
  maxArtifactBytes: 4 * 1024 * 1024,
  maxListEntries: 10_000,
  maxWalkEntries: 20_000,
  maxWalkDepth: 32,
};

export interface WorkspaceOptions {
  /** The session's own folder; created, for its owner alone, where it is missing. */
  readonly root: string;
  /** Folders seen as `skills/<name>`, by real path. */
  readonly readOnlyRoots?: readonly ReadOnlyRoot[];
  /** The only files that can be written. */
  readonly artifacts: readonly ArtifactDeclaration[];
  readonly limits?: Partial<WorkspaceLimits>;
  /** Chosen by itself; tests try both. */
  readonly confinement?: Confinement;
}

export interface FileContent {
  /** Normalised, as model and log see it. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly sizeBytes: number;
}

export interface WorkspaceListing {
  readonly path: string;
  readonly entries: readonly ListedEntry[];
  readonly omitted: Readonly<Omissions>;
  /** The directory has more entries than were looked at. */
  readonly truncated: boolean;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number | undefined;
}

export interface ListOptions {
  readonly signal?: AbortSignal | undefined;
  readonly maxEntries?: number | undefined;
}

export interface WalkOptions extends ListOptions {
  readonly maxDepth?: number | undefined;
}
