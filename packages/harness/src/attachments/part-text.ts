/** The text of a prompt together with the sentences about what was sent with it, and back. */
import { PART_MARK, type ModelPart } from "./model-part.ts";

/** A person's text, then a line for every attachment; never empty where there are any. */
export function joinPartText(
  text: string,
  parts: readonly ModelPart[],
): string {
  const lines = parts.flatMap((part) =>
    part.kind === "text" ? [part.text] : [],
  );
  return [text, lines.join("\n")].filter((each) => each !== "").join("\n\n");
}

export interface SplitText {
  readonly text: string;
  /** Names of the attachments that were sent, in order. */
  readonly sent: readonly string[];
  /** Names of those that were left out. */
  readonly leftOut: readonly string[];
}

const LINE = /^\d+, ("(?:[^"\\]|\\.)*")(: left out|\]$)/;

/** Takes such a text apart again. */
export function splitPartText(joined: string): SplitText {
  const lines = joined.split("\n");
  const last = lines.findLastIndex((line) => readLine(line) === undefined);
  const read = lines.slice(last + 1).flatMap((line) => readLine(line) ?? []);
  const namesOf = (isSent: boolean): readonly string[] =>
    read.flatMap((each) => (each.isSent === isSent ? [each.name] : []));
  const text = lines.slice(0, last + 1).join("\n");
  return {
    text: read.length === 0 ? joined : text.trimEnd(),
    sent: namesOf(true),
    leftOut: namesOf(false),
  };
}

function readLine(
  line: string,
): { readonly name: string; readonly isSent: boolean } | undefined {
  if (!line.startsWith(PART_MARK)) return undefined;
  const [, quoted, end] = LINE.exec(line.slice(PART_MARK.length)) ?? [];
  if (quoted === undefined) return undefined;
  const name: unknown = JSON.parse(quoted);
  return typeof name === "string" ? { name, isSent: end === "]" } : undefined;
}
