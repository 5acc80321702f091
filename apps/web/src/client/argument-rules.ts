/** What a schema demands of one value, as far as a form can help with it. The server's check is the one that counts. */
export interface FieldRules {
  readonly integer?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A rule that is not met, with its number where it has one. */
export interface BrokenRule {
  readonly rule: string;
  readonly limit?: number;
}

const NUMBERS = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
] as const;

/** The rules that a schema states. */
export function ruleOf(schema: Readonly<Record<string, unknown>>): FieldRules {
  const numbers = NUMBERS.flatMap((rule) => {
    const value = schema[rule];
    return typeof value === "number" ? [[rule, value] as const] : [];
  });
  const { pattern, type } = schema;
  return {
    ...Object.fromEntries(numbers),
    ...(typeof pattern === "string" ? { pattern } : {}),
    ...(type === "integer" ? { integer: true as const } : {}),
  };
}

type Bound = readonly [
  rule: (typeof NUMBERS)[number],
  isMet: (value: number, limit: number) => boolean,
];

const BOUNDS_OF_LENGTH: readonly Bound[] = [
  ["minLength", (length, limit) => length >= limit],
  ["maxLength", (length, limit) => length <= limit],
];
const BOUNDS_OF_NUMBERS: readonly Bound[] = [
  ["minimum", (value, limit) => value >= limit],
  ["maximum", (value, limit) => value <= limit],
  ["exclusiveMinimum", (value, limit) => value > limit],
  ["exclusiveMaximum", (value, limit) => value < limit],
];
const BOUNDS_OF_LISTS: readonly Bound[] = [
  ["minItems", (count, limit) => count >= limit],
  ["maxItems", (count, limit) => count <= limit],
];

/** Which rule a text breaks first. JSON Schema counts characters by code points. */
export function brokenByText(
  text: string,
  rules: FieldRules,
): BrokenRule | undefined {
  const length = Array.from(text).length;
  return (
    brokenBound(length, rules, BOUNDS_OF_LENGTH) ??
    (rules.pattern !== undefined && !matches(text, rules.pattern)
      ? { rule: "pattern" }
      : undefined)
  );
}

/** Which rule a number breaks first. */
export function brokenByNumber(
  value: number,
  rules: FieldRules,
): BrokenRule | undefined {
  if (!Number.isFinite(value)) return { rule: "number" };
  if (rules.integer === true && !Number.isInteger(value)) {
    return { rule: "integer" };
  }
  return brokenBound(value, rules, BOUNDS_OF_NUMBERS);
}

/** Which rule a list of so many items breaks first. */
export function brokenByCount(
  count: number,
  rules: FieldRules,
): BrokenRule | undefined {
  return brokenBound(count, rules, BOUNDS_OF_LISTS);
}

function brokenBound(
  value: number,
  rules: FieldRules,
  bounds: readonly Bound[],
): BrokenRule | undefined {
  for (const [rule, isMet] of bounds) {
    const limit = rules[rule];
    if (limit !== undefined && !isMet(value, limit)) return { rule, limit };
  }
  return undefined;
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    // A pattern of another dialect: the server knows.
    return true;
  }
}
