/**
 * Walks one root for skill folders: the folders in it and, where one is no skill, those in that one.
 *
 * Links follow one rule: a link is followed when it leads to a folder inside the same root, and
 * that folder is listed once; every other link is left out with a message. Hidden folders and
 * `node_modules` are no skills. Entries are taken by name, so that the order is always the same.
 */
import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { SkillDiagnostic } from "@agent-studio/shared";
import type { SkillSource } from "./skill-catalog.ts";

export interface SkillRoot {
  readonly source: SkillSource;
  /** How people know it, such as `.agents/skills`; never an absolute path. */
  readonly label: string;
  /** Absolute, as given. */
  readonly path: string;
}

/** A folder that holds a `SKILL.md`, or one with a name so close that it was meant to be. */
export interface SkillFolder {
  readonly folder: string;
  readonly folderName: string;
  readonly place: string;
  readonly fileName: string;
}

export interface SkillRootReading {
  readonly folders: readonly SkillFolder[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

const MAX_VISITS = 1_000;

/** Reads the root at `real`, its real path. Rejects when the root itself can't be listed. */
export async function readSkillRoot(
  root: SkillRoot,
  real: string,
): Promise<SkillRootReading> {
  const walk = new SkillWalk(real);
  const own = await findSkillFile(real);
  if (own !== undefined) walk.add(real, root.label, own);
  else await walk.descend(real, root.label, 1);
  return { folders: walk.folders, diagnostics: walk.diagnostics };
}

class SkillWalk {
  readonly folders: SkillFolder[] = [];
  readonly diagnostics: SkillDiagnostic[] = [];
  readonly #root: string;
  readonly #seen: Set<string>;

  constructor(root: string) {
    this.#root = root;
    this.#seen = new Set([root]);
  }

  add(folder: string, place: string, fileName: string): void {
    this.folders.push({
      folder,
      folderName: basename(folder),
      place: `${place}/${fileName}`,
      fileName,
    });
  }

  /** Visits the folders in `parent`; gives how many there are. */
  async descend(parent: string, place: string, depth: 1 | 2): Promise<number> {
    const entries = await readdir(parent, { withFileTypes: true });
    const folders = entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const [at, entry] of folders.entries()) {
      if (this.#seen.size >= MAX_VISITS) {
        const left = folders.length - at;
        this.#warn(`${place} holds too many folders; ${left} are left out.`);
        break;
      }
      const shown = `${place}/${showName(entry.name)}`;
      const path = join(parent, entry.name);
      if (entry.isSymbolicLink()) await this.#follow(path, shown, depth);
      else await this.#visit(path, shown, depth);
    }
    return folders.length;
  }

  async #follow(path: string, place: string, depth: 1 | 2): Promise<void> {
    const target = await resolveLink(path, this.#root);
    if (target === "file") return;
    if ("refusal" in target) this.#warn(`${place} ${target.refusal}`);
    else await this.#visit(target.folder, place, depth);
  }

  async #visit(folder: string, place: string, depth: 1 | 2): Promise<void> {
    if (this.#seen.has(folder)) return;
    this.#seen.add(folder);
    const before = this.folders.length;
    try {
      const fileName = await findSkillFile(folder);
      if (fileName !== undefined) {
        this.add(folder, place, fileName);
      } else if (depth === 1) {
        const left = await this.descend(folder, place, 2);
        if (this.folders.length === before) this.#warnEmpty(place, left);
      }
    } catch {
      this.#warn(`${place} can't be read and is left out.`);
    }
  }

  #warnEmpty(place: string, left: number): void {
    const folders = left === 1 ? "1 folder" : `${left} folders`;
    this.#warn(
      `${place} holds no SKILL.md. Looked one level deeper and left out ${folders}.`,
    );
  }

  #warn(message: string): void {
    this.diagnostics.push({ severity: "warning", message });
  }
}

/** The name of the folder's `SKILL.md`, also where only its case is wrong. */
async function findSkillFile(folder: string): Promise<string | undefined> {
  const names = await readdir(folder);
  if (names.includes("SKILL.md")) return "SKILL.md";
  return names.find((name) => name.toLowerCase() === "skill.md");
}

async function resolveLink(
  path: string,
  root: string,
): Promise<
  { readonly folder: string } | { readonly refusal: string } | "file"
> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) {
    return { refusal: "is a link that leads nowhere and is left out." };
  }
  const inside = relative(root, target);
  if (inside === ".." || inside.startsWith(`..${sep}`)) {
    return {
      refusal: "is a link out of its folder of skills and is left out.",
    };
  }
  const stat = await lstat(target).catch(() => undefined);
  return stat?.isDirectory() === true ? { folder: target } : "file";
}

/** A file name is data: one line, without control characters. */
function showName(name: string): string {
  return name.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "�");
}
