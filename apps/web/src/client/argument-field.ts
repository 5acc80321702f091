/** Arguments as a form: a tree of fields made from the tool's JSON Schema and the values that were proposed. */
import { ruleOf } from "./argument-rules.ts";
import type { FieldRules } from "./argument-rules.ts";

interface Described {
  readonly title?: string;
  readonly description?: string;
}

export type ArgumentField = Described &
  (
    | {
        readonly kind: "text";
        readonly text: string;
        readonly rules: FieldRules;
        /** Shown in more than one line. */
        readonly multiline: boolean;
      }
    | {
        readonly kind: "number";
        /** As it was typed. */
        readonly text: string;
        readonly rules: FieldRules;
      }
    | { readonly kind: "boolean"; readonly value: boolean }
    | {
        readonly kind: "choice";
        readonly options: readonly Scalar[];
        /** Of the options; -1 while none is chosen. */
        readonly index: number;
      }
    | {
        readonly kind: "list";
        readonly items: readonly ListItem[];
        readonly itemSchema: unknown;
        readonly nextKey: number;
        readonly rules: FieldRules;
      }
    | { readonly kind: "group"; readonly entries: readonly GroupEntry[] }
    /** Whatever has no form: JSON as it was typed. */
    | { readonly kind: "json"; readonly text: string }
  );

export type Scalar = string | number | boolean | null;

export interface ListItem {
  /** Stays with the item while others come and go. */
  readonly key: number;
  readonly field: ArgumentField;
}

export interface GroupEntry {
  readonly name: string;
  readonly required: boolean;
  /** Whether the argument is given at all. */
  readonly present: boolean;
  readonly field: ArgumentField;
}

export type Field<K extends ArgumentField["kind"]> = Extract<
  ArgumentField,
  { readonly kind: K }
>;

/** Text that may be longer gets more than one line. */
const ONE_LINE_CHARACTERS = 120;
/** Deeper schemas are edited as JSON. */
const DEEPEST = 6;

/** The form of a value. What the schema does not describe, or the value does not fit, is edited as JSON. */
export function openField(
  schema: unknown,
  value: unknown,
  depth = 0,
): ArgumentField {
  const described = descriptionOf(schema);
  return { ...described, ...formOf(schema, value, depth) };
}

function formOf(schema: unknown, value: unknown, depth: number): ArgumentField {
  const options = optionsOf(schema);
  if (options !== undefined) {
    const index = options.findIndex((option) => option === value);
    if (index !== -1) return { kind: "choice", options, index };
  }
  if (isRecord(schema) && options === undefined && depth < DEEPEST) {
    const form = typedForm(schema, value, depth);
    if (form !== undefined) return form;
  }
  return { kind: "json", text: JSON.stringify(value, null, 2) };
}

function typedForm(
  schema: JsonSchema,
  value: unknown,
  depth: number,
): ArgumentField | undefined {
  if (COMBINATIONS.some((keyword) => Object.hasOwn(schema, keyword))) {
    return undefined;
  }
  switch (schema["type"]) {
    case "string":
      return typeof value === "string" ? textField(schema, value) : undefined;
    case "number":
    case "integer":
      return typeof value === "number"
        ? { kind: "number", text: String(value), rules: ruleOf(schema) }
        : undefined;
    case "boolean":
      return typeof value === "boolean"
        ? { kind: "boolean", value }
        : undefined;
    case "array":
      return listField(schema, value, depth);
    case "object":
      return groupField(schema, value, depth);
    default:
      return undefined;
  }
}

const COMBINATIONS = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"] as const;

function textField(schema: JsonSchema, text: string): Field<"text"> {
  const rules = ruleOf(schema);
  const longest = rules.maxLength ?? Number.POSITIVE_INFINITY;
  const multiline =
    text.includes("\n") ||
    text.length > ONE_LINE_CHARACTERS ||
    longest > ONE_LINE_CHARACTERS * 4;
  return { kind: "text", text, rules, multiline };
}

function listField(
  schema: JsonSchema,
  value: unknown,
  depth: number,
): Field<"list"> | undefined {
  const itemSchema = schema["items"];
  if (!Array.isArray(value) || !isRecord(itemSchema)) return undefined;
  return {
    kind: "list",
    itemSchema,
    items: value.map((item: unknown, key) => ({
      key,
      field: openField(itemSchema, item, depth + 1),
    })),
    nextKey: value.length,
    rules: ruleOf(schema),
  };
}

function groupField(
  schema: JsonSchema,
  value: unknown,
  depth: number,
): Field<"group"> | undefined {
  if (!isRecord(value)) return undefined;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const entries = Object.entries(properties).map(([name, property]) => {
    const present = Object.hasOwn(value, name);
    return {
      name,
      required: required.includes(name),
      present,
      field: present
        ? openField(property, value[name], depth + 1)
        : blankField(property, depth + 1),
    };
  });
  const others = Object.keys(value)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({
      name,
      required: false,
      present: true,
      field: openField(undefined, value[name], depth + 1),
    }));
  return { kind: "group", entries: [...entries, ...others] };
}

/** The form of an argument that is not given, ready to be filled in. */
export function blankField(schema: unknown, depth = 0): ArgumentField {
  const options = optionsOf(schema);
  if (options !== undefined) {
    return { ...descriptionOf(schema), kind: "choice", options, index: -1 };
  }
  return openField(schema, blankValue(schema), depth);
}

function blankValue(schema: unknown): unknown {
  if (!isRecord(schema)) return null;
  if (Object.hasOwn(schema, "default")) return schema["default"];
  switch (schema["type"]) {
    case "string":
      return "";
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return null;
  }
}

/** The values to choose from, where a schema lists them: `enum`, `const`, or alternatives of constants. */
function optionsOf(schema: unknown): readonly Scalar[] | undefined {
  if (!isRecord(schema)) return undefined;
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  const values: unknown = Array.isArray(alternatives)
    ? alternatives.map(constantOf)
    : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every(isScalar) ? values : undefined;
}

function constantOf(schema: unknown): unknown {
  return isRecord(schema) ? schema["const"] : undefined;
}

type JsonSchema = Readonly<Record<string, unknown>>;

function descriptionOf(schema: unknown): Described {
  if (!isRecord(schema)) return {};
  const { title, description } = schema;
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}

function isScalar(value: unknown): value is Scalar {
  return (
    value === null || ["string", "number", "boolean"].includes(typeof value)
  );
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
