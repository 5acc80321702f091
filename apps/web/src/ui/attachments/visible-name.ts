import { escapeInvisible } from "../escape-invisible.ts";

/** A file's name as text for a label: what can't be seen in it is named. */
export function visibleName(name: string): string {
  return escapeInvisible(name)
    .map(({ text }) => text)
    .join("");
}
