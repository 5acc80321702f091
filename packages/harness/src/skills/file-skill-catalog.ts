/** Skills from folders on disk: the project's two, then the configured ones in their order. */
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SkillDiagnostic } from "@agent-studio/shared";
import { readSkillRoot } from "./file-skill-root.ts";
import type { SkillFolder, SkillRoot } from "./file-skill-root.ts";
import { arrangeSkills } from "./skill-candidates.ts";
import type { SkillCandidate } from "./skill-candidates.ts";
import type { SkillCatalog, SkillSet } from "./skill-catalog.ts";
import { readSkillManifest } from "./skill-front-matter.ts";
import type { SkillReading } from "./skill-front-matter.ts";

export interface FileSkillCatalogOptions {
  /** Absolute; its `.agents/skills` and `.pi/skills` are read when they exist. */
  readonly projectRoot: string;
  /** Further roots in order, relative ones to `projectRoot`; a missing one is a warning. */
  readonly configuredDirs?: readonly string[];
}

const MAX_SKILL_BYTES = 256 * 1024;
const PROJECT_ROOTS = [".agents/skills", ".pi/skills"];

export function createFileSkillCatalog(
  options: FileSkillCatalogOptions,
): SkillCatalog {
  return { reload: () => readRoots(listRoots(options)) };
}

function listRoots(options: FileSkillCatalogOptions): readonly SkillRoot[] {
  const { projectRoot, configuredDirs = [] } = options;
  return [
    ...PROJECT_ROOTS.map((label) => ({
      source: "project" as const,
      label,
      path: join(projectRoot, label),
    })),
    ...configuredDirs.map((path, at) => ({
      source: "configured" as const,
      label: `AGENT_SKILLS_DIRS[${at + 1}]`,
      path: resolve(projectRoot, path),
    })),
  ];
}

async function readRoots(roots: readonly SkillRoot[]): Promise<SkillSet> {
  const seen = new Set<string>();
  const candidates: SkillCandidate[] = [];
  const diagnostics: SkillDiagnostic[] = [];
  for (const root of roots) {
    try {
      const real = await realpath(root.path);
      if (seen.has(real)) continue;
      seen.add(real);
      const found = await readSkillRoot(root, real);
      diagnostics.push(...found.diagnostics);
      for (const folder of found.folders) {
        if (folder.folder !== real && seen.has(folder.folder)) continue;
        seen.add(folder.folder);
        candidates.push(await readCandidate(root, folder));
      }
    } catch (error) {
      diagnostics.push(...describeRootFailure(root, error));
    }
  }
  return arrangeSkills(candidates, diagnostics);
}

function describeRootFailure(
  { source, label }: SkillRoot,
  error: unknown,
): SkillDiagnostic[] {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") {
    if (source === "project" && code === "ENOENT") return [];
    const message = `${label} is no folder. Correct the setting or make the folder.`;
    return [{ severity: "warning", message }];
  }
  const message = `${label} can't be read (${code}). Check the permissions of the folder.`;
  return [{ severity: "error", message }];
}

async function readCandidate(
  { source }: SkillRoot,
  { folder, folderName, place, fileName }: SkillFolder,
): Promise<SkillCandidate> {
  const reading = await readManifest(folder, folderName, fileName);
  return { source, folder, folderName, place, reading };
}

async function readManifest(
  folder: string,
  folderName: string,
  fileName: string,
): Promise<SkillReading> {
  if (fileName !== "SKILL.md") {
    return refuse("the file must be called SKILL.md, in this case.");
  }
  try {
    // What the catalogue lists is what the confined tools can read: no link, no pipe, no folder.
    const flags =
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using file = await open(join(folder, fileName), flags);
    const bytes = await readCapped(file);
    return typeof bytes === "string"
      ? refuse(bytes)
      : readSkillManifest(bytes, folderName);
  } catch (error) {
    return refuse(
      codeOf(error) === "ELOOP"
        ? "SKILL.md is a link, and links are never read. Put the file itself there."
        : `SKILL.md can't be read (${codeOf(error)}). Check its permissions.`,
    );
  }
}

async function readCapped(file: FileHandle): Promise<Uint8Array | string> {
  const stat = await file.stat();
  if (!stat.isFile()) return "SKILL.md is not a regular file.";
  const buffer = Buffer.alloc(MAX_SKILL_BYTES + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  return `SKILL.md is larger than ${MAX_SKILL_BYTES / 1024} KiB. Move details to files beside it.`;
}

function refuse(reason: string): SkillReading {
  return { ok: false, reason };
}

function codeOf(error: unknown): string {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : "unknown";
}
