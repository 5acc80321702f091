/**
 * Who may start a skill whose `disable-model-invocation` is set: a person who names it in the
 * message, never the model on its own. Pure.
 */
import { guardPath } from "../workspace/path-guard.ts";
import type { SkillEntry } from "./skill-catalog.ts";

/**
 * Why the model may not use this path now, as a sentence for it, or nothing. `userText` is the
 * message that the run answers. Judges any path below `skills/<name>`, not only `SKILL.md`.
 */
export function skillAccessProblem(
  skills: readonly Pick<SkillEntry, "name" | "modelInvocable">[],
  path: string,
  userText: string,
): string | undefined {
  const guarded = guardPath(path);
  if (!guarded.ok || guarded.segments[0] !== "skills") return undefined;
  const skill = skills.find(({ name }) => name === guarded.segments[1]);
  if (skill === undefined || skill.modelInvocable) return undefined;
  if (isNamed(skill.name, userText)) return undefined;
  return `The skill ${skill.name} can only be started by the user. Say so, and go on without it unless the user asks for it by name.`;
}

function isNamed(name: string, userText: string): boolean {
  const whole = new RegExp(`(?<![a-z0-9-])${name}(?![a-z0-9-])`, "i");
  return whole.test(userText.normalize("NFKC"));
}
