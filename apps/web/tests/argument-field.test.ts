import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween } from "../src/client/argument-changes.ts";
import { blankField, openField } from "../src/client/argument-field.ts";
import type { ArgumentField, Field } from "../src/client/argument-field.ts";
import { readArgumentsText, readField } from "../src/client/read-arguments.ts";

const ORDER = {
  type: "object",
  properties: {
    sku: { type: "string", minLength: 1, maxLength: 10, pattern: "^K-" },
    note: { type: "string" },
    quantity: { type: "integer", minimum: 1, maximum: 100 },
    price: { type: "number", exclusiveMinimum: 0 },
    urgent: { type: "boolean" },
    unit: { enum: ["piece", "box"] },
    channel: { anyOf: [{ const: "mail" }, { const: "post" }] },
    tags: { type: "array", items: { type: "string" }, maxItems: 2 },
    address: {
      type: "object",
      properties: { city: { type: "string", minLength: 1 } },
      required: ["city"],
    },
    odd: { type: ["string", "null"] },
  },
  required: ["sku", "quantity"],
  additionalProperties: false,
};
const ARGS = {
  sku: "K-9",
  quantity: 3,
  price: 1.5,
  urgent: false,
  unit: "box",
  channel: "mail",
  tags: ["a", "b"],
  address: { city: "Ulm" },
  odd: null,
};

function groupOf(field: ArgumentField): Field<"group"> {
  if (field.kind !== "group") throw new Error(`It is ${field.kind}.`);
  return field;
}

/** The form with one of its fields replaced. */
function withField(name: string, change: Partial<Field<"text">>) {
  const group = groupOf(openField(ORDER, ARGS));
  return {
    ...group,
    entries: group.entries.map((entry) =>
      entry.name === name
        ? {
            ...entry,
            present: true,
            field: { ...entry.field, ...change } as ArgumentField,
          }
        : entry,
    ),
  };
}

describe("a form from a schema", () => {
  it("has a field of its kind for each argument, given or not", () => {
    const { entries } = groupOf(openField(ORDER, ARGS));
    expect(
      entries.map(({ name, present, field }) => [name, present, field.kind]),
    ).toEqual([
      ["sku", true, "text"],
      ["note", false, "text"],
      ["quantity", true, "number"],
      ["price", true, "number"],
      ["urgent", true, "boolean"],
      ["unit", true, "choice"],
      ["channel", true, "choice"],
      ["tags", true, "list"],
      ["address", true, "group"],
      ["odd", true, "json"],
    ]);
  });

  it("gives back what it was opened with, whatever the schema says of it", () => {
    const schema = fc.constantFrom<unknown>(
      ORDER,
      {},
      { type: "object" },
      { type: "string" },
      { type: "array", items: { type: "number" } },
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { enum: [1, "1", null, true] },
      { $ref: "#/$defs/x" },
      undefined,
    );
    fc.assert(
      fc.property(schema, fc.jsonValue(), (anySchema, json) => {
        const value: unknown = JSON.parse(JSON.stringify(json));
        const read = readField(openField(anySchema, value));
        if (read.problems.length === 0) expect(read.value).toEqual(value);
      }),
    );
    expect(readField(openField(ORDER, ARGS))).toEqual({
      value: ARGS,
      problems: [],
    });
  });

  it("keeps arguments that the schema does not know, as JSON", () => {
    const value = { more: [1, { two: 2 }], "a/b": "c" };
    expect(readField(openField({ type: "object" }, value)).value).toEqual(
      value,
    );
  });

  it("offers a blank of the right kind for what is not given", () => {
    expect(blankField({ type: "integer", minimum: 5 })).toMatchObject({
      text: "5",
    });
    expect(blankField({ enum: ["a", "b"] })).toMatchObject({ index: -1 });
    expect(blankField({ type: "object", properties: {} })).toMatchObject({
      kind: "group",
    });
  });
});

describe("what is wrong in a form", () => {
  it.each<[string, Partial<Field<"text">>, object]>([
    ["sku", { text: "" }, { path: "/sku", rule: "minLength", limit: 1 }],
    ["sku", { text: "K-1234567890" }, { path: "/sku", rule: "maxLength" }],
    ["sku", { text: "X-1" }, { path: "/sku", rule: "pattern" }],
    ["note", { text: "key [redacted]" }, { path: "/note", rule: "redacted" }],
    ["quantity", { text: "ten" }, { path: "/quantity", rule: "number" }],
    ["quantity", { text: "" }, { path: "/quantity", rule: "number" }],
    ["quantity", { text: "1.5" }, { path: "/quantity", rule: "integer" }],
    ["quantity", { text: "101" }, { path: "/quantity", rule: "maximum" }],
    ["price", { text: "0" }, { path: "/price", rule: "exclusiveMinimum" }],
    ["price", { text: "1e999" }, { path: "/price", rule: "number" }],
    ["price", { text: "9007199254740993" }, { rule: "precision" }],
    ["odd", { text: "{" }, { path: "/odd", rule: "json" }],
  ])("is told at %s for %j", (name, change, problem) => {
    const { problems } = readField(withField(name, change));
    expect(problems).toMatchObject([problem]);
  });

  it("is told of what is missing, chosen from nothing, or too much of", () => {
    const read = readField(
      openField(ORDER, { quantity: 1, tags: ["a", "b", "c"], address: {} }),
    );
    expect(read.problems).toMatchObject([
      { path: "/sku", rule: "required" },
      { path: "/tags", rule: "maxItems", limit: 2 },
      { path: "/address/city", rule: "required" },
    ]);
    expect(readField(blankField({ enum: ["a"] })).problems).toEqual([
      { path: "", rule: "choice" },
    ]);
  });

  it("is told of JSON that is none, that is no object, or that breaks a rule", () => {
    expect(readArgumentsText("{", ORDER).problems).toEqual([
      { path: "", rule: "json" },
    ]);
    expect(readArgumentsText("[]", ORDER).problems).toEqual([
      { path: "", rule: "object" },
    ]);
    expect(
      readArgumentsText('{"sku":"K-1","quantity":0}', ORDER).problems,
    ).toMatchObject([{ path: "/quantity", rule: "minimum", limit: 1 }]);
  });
});

describe("what a person changed", () => {
  it("is named place by place, strings as they are", () => {
    const after = { ...ARGS, sku: "K-8", tags: ["a", "c"], note: "new" };
    expect(changesBetween(ARGS, after)).toEqual([
      { path: "/sku", before: "K-9", after: "K-8" },
      { path: "/tags/1", before: "b", after: "c" },
      { path: "/note", after: "new" },
    ]);
    expect(changesBetween({ a: 1 }, { a: "1" })).toEqual([
      { path: "/a", before: "1", after: "1" },
    ]);
    expect(changesBetween({ a: [1, 2], b: 1 }, { a: [1] })).toEqual([
      { path: "/a", before: "[\n  1,\n  2\n]", after: "[\n  1\n]" },
      { path: "/b", before: "1" },
    ]);
  });

  it("is nothing exactly when nothing differs", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const a: unknown = JSON.parse(JSON.stringify(one));
        const b: unknown = JSON.parse(JSON.stringify(other));
        expect(changesBetween(a, a)).toEqual([]);
        expect(changesBetween(a, b).length === 0).toBe(isEqual(a, b));
      }),
    );
  });
});

/** Equal as JSON, whatever the order of fields. */
function isEqual(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([x], [y]) => (x < y ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value;
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
