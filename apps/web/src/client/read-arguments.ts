/** From a form, or from JSON as it was typed, back to arguments, with what is wrong at each field. */
import type { ArgumentField, Field } from "./argument-field.ts";
import { openField } from "./argument-field.ts";
import {
  brokenByCount,
  brokenByNumber,
  brokenByText,
} from "./argument-rules.ts";
import type { BrokenRule } from "./argument-rules.ts";

/** What is wrong with one argument. */
export interface ArgumentProblem extends BrokenRule {
  /** Where, as a JSON Pointer; "" is the whole. */
  readonly path: string;
  /** In the server's words, where the rule has none of ours. */
  readonly message?: string;
}

export interface ReadArguments {
  /** Only complete where there is no problem. */
  readonly value: unknown;
  readonly problems: readonly ArgumentProblem[];
}

/** What stands for a secret in arguments that are shown. Sent back, it would be taken for the value. */
export const REDACTED = "[redacted]";

/** The value that a form stands for. */
export function readField(field: ArgumentField, path = ""): ReadArguments {
  switch (field.kind) {
    case "text":
      return readText(field, path);
    case "number":
      return readNumber(field, path);
    case "boolean":
      return fine(field.value);
    case "choice":
      return field.index === -1
        ? wrong(path, { rule: "choice" })
        : fine(field.options[field.index]);
    case "list":
      return readList(field, path);
    case "group":
      return readGroup(field, path);
    case "json":
      return readJson(field.text, path);
  }
}

/** The value as far as it was typed, whether it is valid or not; what is none of its kind stays text. */
export function typedValue(field: ArgumentField): unknown {
  switch (field.kind) {
    case "list":
      return field.items.map((item) => typedValue(item.field));
    case "group":
      return Object.fromEntries(
        field.entries
          .filter(({ present }) => present)
          .map(({ name, field: inner }) => [name, typedValue(inner)]),
      );
    case "text":
      return field.text;
    default: {
      const { value, problems } = readField(field);
      if (problems.length === 0) return value;
      return "text" in field ? field.text : null;
    }
  }
}

/** Arguments typed as JSON, checked by the form that the schema gives them. */
export function readArgumentsText(
  text: string,
  schema: unknown,
): ReadArguments {
  const read = readJson(text, "");
  if (read.problems.length > 0) return read;
  const isObject =
    typeof read.value === "object" &&
    read.value !== null &&
    !Array.isArray(read.value);
  if (!isObject) return wrong("", { rule: "object" });
  const { problems } = readField(openField(schema, read.value));
  return { value: read.value, problems };
}

/** A place in a value, one level below another. */
export function below(path: string, name: string | number): string {
  const token = String(name).replaceAll("~", "~0").replaceAll("/", "~1");
  return `${path}/${token}`;
}

function readText({ text, rules }: Field<"text">, path: string): ReadArguments {
  if (text.includes(REDACTED)) return wrong(path, { rule: "redacted" });
  const broken = brokenByText(text, rules);
  return broken === undefined ? fine(text) : wrong(path, broken);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readNumber(
  { text, rules }: Field<"number">,
  path: string,
): ReadArguments {
  const trimmed = text.trim();
  if (!JSON_NUMBER.test(trimmed)) return wrong(path, { rule: "number" });
  const value = Number(trimmed);
  const broken = brokenByNumber(value, rules);
  if (broken !== undefined) return wrong(path, broken);
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
  return isExact ? fine(value) : wrong(path, { rule: "precision" });
}

function readList(field: Field<"list">, path: string): ReadArguments {
  const read = field.items.map((item, index) =>
    readField(item.field, below(path, index)),
  );
  const broken = brokenByCount(field.items.length, field.rules);
  return {
    value: read.map(({ value }) => value),
    problems: [
      ...(broken === undefined ? [] : [{ path, ...broken }]),
      ...read.flatMap(({ problems }) => problems),
    ],
  };
}

function readGroup(field: Field<"group">, path: string): ReadArguments {
  const read = field.entries
    .filter(({ present }) => present)
    .map(({ name, field: inner }) => ({
      name,
      ...readField(inner, below(path, name)),
    }));
  const missing = field.entries
    .filter(({ required, present }) => required && !present)
    .map(({ name }) => ({ path: below(path, name), rule: "required" }));
  return {
    value: Object.fromEntries(read.map(({ name, value }) => [name, value])),
    problems: [...missing, ...read.flatMap(({ problems }) => problems)],
  };
}

function readJson(text: string, path: string): ReadArguments {
  if (text.includes(REDACTED)) return wrong(path, { rule: "redacted" });
  try {
    return fine(JSON.parse(text));
  } catch {
    return wrong(path, { rule: "json" });
  }
}

function fine(value: unknown): ReadArguments {
  return { value, problems: [] };
}

function wrong(path: string, broken: BrokenRule): ReadArguments {
  return { value: undefined, problems: [{ path, ...broken }] };
}
