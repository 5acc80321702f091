/**
 * The skills that a new session may use: folders with a `SKILL.md`, described by its front matter.
 *
 * The catalogue never holds a skill's body, and no text in it names a folder of the machine:
 * people, models and logs know a skill by `skills/<name>/…`.
 */
import type { SkillDiagnostic, SkillSummary } from "@agent-studio/shared";

export type SkillSource = SkillSummary["source"];

/** A skill that can be listed and read. */
export interface SkillEntry {
  /** `[a-z0-9-]{1,64}`, unique in its set. */
  readonly name: string;
  /** Trimmed, at most 1,024 characters. */
  readonly description: string;
  readonly source: SkillSource;
  /** `skills/<name>/SKILL.md`: the path with which the model reads it. */
  readonly displayPath: string;
  /** Absolute real path of the skill's folder. Never shown. */
  readonly folder: string;
  /** Length of `SKILL.md` in UTF-16 units. */
  readonly characters: number;
  readonly diagnostics: readonly SkillDiagnostic[];
  /** False when the skill is for a person to ask for, never for the model to start. */
  readonly modelInvocable: boolean;
  /** The tools that the skill restricts itself to; absent when it names none. */
  readonly allowedTools?: readonly string[];
}

/** A folder that was meant to be a skill and can't be used; its diagnostics say why. */
export interface BrokenSkill {
  /** The name it gives itself, else its folder's. */
  readonly name: string;
  readonly source: SkillSource;
  /** Where it was found, such as `.agents/skills/copy-check/SKILL.md`. */
  readonly displayPath: string;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** What one reading of all roots found. */
export interface SkillSet {
  /** Usable ones in the order of their roots, by folder name within a root. */
  readonly skills: readonly SkillEntry[];
  readonly broken: readonly BrokenSkill[];
  /** About roots and folders as a whole. */
  readonly diagnostics: readonly SkillDiagnostic[];
}

export interface SkillCatalog {
  /**
   * Reads every root again. Called for each new session, so that an edited skill counts without a
   * restart. Never rejects for what it finds on disk: what can't be used becomes a diagnostic.
   */
  reload(): Promise<SkillSet>;
}

/**
 * The set as the API answers it: usable skills, and every diagnostic that belongs to none of them.
 * `names` limits the skills to those a lab uses.
 */
export function summarizeSkills(
  set: SkillSet,
  names: readonly string[] | "all" = "all",
): {
  readonly skills: readonly SkillSummary[];
  readonly diagnostics: readonly SkillDiagnostic[];
} {
  const used = set.skills.filter(
    ({ name }) => names === "all" || names.includes(name),
  );
  return {
    skills: used.map(
      ({ name, description, source, displayPath, diagnostics }) => ({
        name,
        description,
        source,
        displayPath,
        diagnostics: [...diagnostics],
      }),
    ),
    diagnostics: [
      ...set.diagnostics,
      ...set.broken.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}
