/**
 * Tells from a tool call that a skill was asked for, and from its success that it was loaded. Pure.
 *
 * Only a `read` of exactly `skills/<name>/SKILL.md` counts, with the path normalised as the path
 * guard does it: `./skills/x/SKILL.md` counts, another case or another file of the folder doesn't.
 */
import { guardPath } from "../workspace/path-guard.ts";
import type { SkillEntry } from "./skill-catalog.ts";

export interface SkillEventInference {
  /** The skill that this call asks for, if it is one of the set. */
  requested(toolName: string, args: unknown): string | undefined;
  /**
   * How many characters of the skill the model got; undefined when the read failed or the skill is
   * none of the set.
   */
  loaded(
    name: string,
    output: { readonly ok: boolean; readonly text: string },
  ): number | undefined;
}

export function createSkillEventInference(
  skills: readonly Pick<SkillEntry, "name">[],
): SkillEventInference {
  const names = new Set(skills.map(({ name }) => name));
  return {
    requested(toolName, args) {
      if (toolName !== "read") return undefined;
      const segments = skillPath(args);
      const [root, name = "", file, ...rest] = segments;
      if (root !== "skills" || file !== "SKILL.md" || rest.length > 0) {
        return undefined;
      }
      return names.has(name) ? name : undefined;
    },
    loaded(name, { ok, text }) {
      return ok && names.has(name) ? text.length : undefined;
    },
  };
}

function skillPath(args: unknown): readonly string[] {
  if (typeof args !== "object" || args === null || !("path" in args)) return [];
  if (typeof args.path !== "string") return [];
  const guarded = guardPath(args.path);
  return guarded.ok ? guarded.segments : [];
}
