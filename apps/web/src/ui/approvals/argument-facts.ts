/** What can be said of arguments at a glance, so that nothing decisive hides in their length. */
import { escapeInvisible } from "../escape-invisible.ts";
import { REDACTED } from "../../client/read-arguments.ts";

export interface TextFacts {
  readonly characters: number;
  readonly lines: number;
  /** The longest run of empty lines. */
  readonly blankLines: number;
}

/** The length of a text. Characters are UTF-16 units, as everywhere. */
export function textFacts(text: string): TextFacts {
  let blankLines = 0;
  let run = 0;
  const lines = text.split("\n");
  for (const line of lines) {
    run = line.trim() === "" ? run + 1 : 0;
    blankLines = Math.max(blankLines, run);
  }
  return { characters: text.length, lines: lines.length, blankLines };
}

export interface Extremes {
  readonly name: string;
  readonly least: number;
  /** Which item, from 1. */
  readonly leastAt: number;
  readonly most: number;
  readonly mostAt: number;
}

/** Lists shorter than this are seen at a glance. */
const LONG_LIST = 8;

/** The lowest and highest value of each number in a long list of items, and where they stand. */
export function extremesOf(items: readonly unknown[]): readonly Extremes[] {
  if (items.length < LONG_LIST) return [];
  const found = new Map<string, Extremes>();
  items.forEach((item, index) => {
    for (const [name, value] of numbersOf(item)) {
      found.set(name, widened(found.get(name), name, value, index + 1));
    }
  });
  return [...found.values()];
}

function numbersOf(item: unknown): readonly (readonly [string, number])[] {
  if (typeof item === "number") return [["", item]];
  if (typeof item !== "object" || item === null) return [];
  return Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "number" ? [[name, value] as const] : [],
  );
}

function widened(
  before: Extremes | undefined,
  name: string,
  value: number,
  at: number,
): Extremes {
  if (before === undefined) {
    return { name, least: value, leastAt: at, most: value, mostAt: at };
  }
  return {
    ...before,
    ...(value < before.least ? { least: value, leastAt: at } : {}),
    ...(value > before.most ? { most: value, mostAt: at } : {}),
  };
}

export interface Warnings {
  readonly escaped: boolean;
  readonly mixed: boolean;
  readonly redacted: boolean;
}

/** What is marked anywhere in a value, names of fields included. */
export function warningsOf(value: unknown): Warnings {
  const text = textsIn(value).join("\n");
  const pieces = escapeInvisible(text);
  return {
    escaped: pieces.some((piece) => piece.escaped),
    mixed: pieces.some((piece) => piece.mixed === true),
    redacted: text.includes(REDACTED),
  };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => [
    name,
    ...textsIn(inner),
  ]);
}

/** How many values a value holds, itself included. */
export function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>(
    (sum, inner: unknown) => sum + countValues(inner),
    1,
  );
}
