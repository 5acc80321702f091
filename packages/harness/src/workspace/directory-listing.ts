import type { ConfinedDirectory } from "./confined-directory.ts";
import type { DirectoryEntry } from "./directory-entry.ts";
import { isShowable } from "./portable-name.ts";
import { isProtectedName } from "./protected-names.ts";

/** How many entries were left out of a result, by reason; their names are not told. */
export interface Omissions {
  links: number;
  protectedNames: number;
  /** Devices, pipes, sockets, and names that could not be part of a path. */
  unusable: number;
}

export interface NamedEntry {
  readonly name: string;
  readonly kind: "file" | "directory";
}

export interface ListedEntry extends NamedEntry {
  /** Zero for directories. */
  readonly sizeBytes: number;
}

export interface Listing {
  readonly entries: readonly NamedEntry[];
  readonly omitted: Readonly<Omissions>;
  /** The directory has more entries than were looked at. */
  readonly truncated: boolean;
}

export interface ListingBound {
  /** Names from the workspace's root down to the directory, for rules that look at more than one name. */
  readonly above: readonly string[];
  readonly maxEntries: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a directory: files and directories that may be shown, sorted by name, and how many others
 * there are. At most `maxEntries` are looked at. Aborting throws the signal's reason.
 */
export async function readListing(
  directory: ConfinedDirectory,
  { above, maxEntries, signal }: ListingBound,
): Promise<Listing> {
  const entries: NamedEntry[] = [];
  const omitted: Omissions = { links: 0, protectedNames: 0, unusable: 0 };
  let seen = 0;
  for await (const entry of directory.entries()) {
    signal?.throwIfAborted();
    if (++seen > maxEntries) break;
    const verdict = judge(entry, above);
    if (typeof verdict === "string") omitted[verdict] += 1;
    else entries.push(verdict);
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { entries, omitted, truncated: seen > maxEntries };
}

function judge(
  { name, kind }: DirectoryEntry,
  above: readonly string[],
): NamedEntry | keyof Omissions {
  if (name !== undefined && isProtectedName([...above, name]))
    return "protectedNames";
  if (kind === "link") return "links";
  if (name === undefined || kind === "other" || !isShowable(name))
    return "unusable";
  return { name, kind };
}

/** Adds sizes to entries of the directory; a file that vanished meanwhile is left out. */
export async function measureEntries(
  directory: ConfinedDirectory,
  entries: readonly NamedEntry[],
): Promise<readonly ListedEntry[]> {
  const measured: ListedEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "directory") {
      measured.push({ ...entry, sizeBytes: 0 });
    } else {
      const facts = await directory.inspect(entry.name).catch(() => undefined);
      if (facts?.isFile() === true)
        measured.push({ ...entry, sizeBytes: Number(facts.size) });
    }
  }
  return measured;
}

/** Adds `more` to `sum`. */
export function addOmissions(sum: Omissions, more: Readonly<Omissions>): void {
  sum.links += more.links;
  sum.protectedNames += more.protectedNames;
  sum.unusable += more.unusable;
}
