/**
 * From what was found on disk to a set with unique names. Pure.
 *
 * The order of finding decides: roots as they are listed, folders by name within a root. The first
 * skill of a name wins and says so; a later one never replaces it.
 */
import type { SkillDiagnostic } from "@agent-studio/shared";
import type {
  BrokenSkill,
  SkillEntry,
  SkillSet,
  SkillSource,
} from "./skill-catalog.ts";
import { toWarnings } from "./skill-front-matter.ts";
import type { SkillReading } from "./skill-front-matter.ts";

/** One `SKILL.md` (or what was meant to be one) with what its reading gave. */
export interface SkillCandidate {
  readonly source: SkillSource;
  /** Absolute real path of its folder. */
  readonly folder: string;
  readonly folderName: string;
  /** How people find it: `<root's label>/<path in the root>/SKILL.md`. */
  readonly place: string;
  readonly reading: SkillReading;
}

/** Puts candidates, in the order in which they were found, into a set. */
export function arrangeSkills(
  candidates: readonly SkillCandidate[],
  diagnostics: readonly SkillDiagnostic[],
): SkillSet {
  const names = new Map<string, SkillCandidate[]>();
  for (const candidate of candidates) {
    if (!candidate.reading.ok) continue;
    const { name } = candidate.reading.manifest;
    names.set(name, [...(names.get(name) ?? []), candidate]);
  }
  return {
    skills: [...names.values()].flatMap((same) => toEntry(same, candidates)),
    broken: candidates.flatMap((candidate) => toBroken(candidate, names)),
    diagnostics,
  };
}

function toEntry(
  [first, ...later]: readonly SkillCandidate[],
  all: readonly SkillCandidate[],
): SkillEntry[] {
  if (first?.reading.ok !== true) return [];
  const { warnings, ...manifest } = first.reading.manifest;
  const left = later.map(
    ({ place }) =>
      `the name ${manifest.name} is used again by ${place}. This file is used, that one is left out.`,
  );
  const replaced = all
    .slice(0, all.indexOf(first))
    .filter((each) => brokenName(each) === manifest.name)
    .map(({ place }) => `it stands in for ${place}, which is broken.`);
  return [
    {
      ...manifest,
      source: first.source,
      displayPath: `skills/${manifest.name}/SKILL.md`,
      folder: first.folder,
      diagnostics: toWarnings(first.place, [...warnings, ...left, ...replaced]),
    },
  ];
}

function brokenName({
  reading,
  folderName,
}: SkillCandidate): string | undefined {
  return reading.ok ? undefined : (reading.name ?? folderName).toLowerCase();
}

function toBroken(
  { source, folderName, place, reading }: SkillCandidate,
  names: ReadonlyMap<string, readonly SkillCandidate[]>,
): BrokenSkill[] {
  if (reading.ok) return [];
  const winner = names.get(reading.name?.toLowerCase() ?? "")?.[0];
  const clash =
    winner === undefined
      ? ""
      : ` Its name differs from that of ${winner.place} at most by case; that file is used.`;
  return [
    {
      name: reading.name ?? folderName,
      source,
      displayPath: place,
      diagnostics: [
        {
          severity: "error",
          message: `${place} is not loaded: ${reading.reason}${clash}`,
        },
      ],
    },
  ];
}
