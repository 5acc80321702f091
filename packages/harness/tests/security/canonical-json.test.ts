import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CanonicalJsonError,
  canonicalJson,
  deepFreeze,
  digestOf,
} from "../../src/security/canonical-json.ts";

const parse = (text: string): unknown => JSON.parse(text);

/** The same JSON with the fields of every object in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, child]): [string, unknown] => [key, reordered(child)],
  );
  return Object.fromEntries(entries.reverse());
}

describe("canonicalJson", () => {
  it("writes the example of RFC 8785 as the RFC does", () => {
    const value = parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it("orders keys by UTF-16 units and not by code points", () => {
    const value = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(parse(canonicalJson(value)) as object)).toHaveLength(
      7,
    );
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it("keeps letters apart that look the same", () => {
    expect(digestOf({ "\u00e9": 1 })).not.toBe(digestOf({ "e\u0301": 1 }));
  });

  it.each([
    ["a duplicate key, of which the last counts", '{"a":1,"a":2}', '{"a":2}'],
    [
      "__proto__ as a field like any other",
      '{"__proto__":{"x":1},"a":1}',
      '{"__proto__":{"x":1},"a":1}',
    ],
    ["minus zero as zero", '{"a":-0}', '{"a":0}'],
    [
      "a number beyond doubles as the double it is",
      "9007199254740993",
      "9007199254740992",
    ],
    ["an empty key", '{"":1}', '{"":1}'],
  ])("takes %s", (_, text, canonical) => {
    expect(canonicalJson(parse(text))).toBe(canonical);
  });

  it.each([
    ["a number too large for a double", parse("1e400")],
    ["NaN", { a: Number.NaN }],
    ["a lone surrogate", parse(String.raw`{"a":"\ud800"}`)],
    ["a lone surrogate in a key", parse(String.raw`{"\udc00":1}`)],
    ["a BigInt", { a: 1n }],
    ["undefined", undefined],
    ["a function", () => 1],
  ])("refuses %s", (_, value) => {
    expect(() => canonicalJson(value)).toThrow(CanonicalJsonError);
  });

  it("refuses a cycle", () => {
    const value: Record<string, unknown> = {};
    value["self"] = value;
    expect(() => digestOf(value)).toThrow(CanonicalJsonError);
  });

  it("takes a field that is undefined as absent", () => {
    expect(digestOf({ a: 1, b: undefined })).toBe(digestOf({ a: 1 }));
  });

  it("means the same JSON and is the same for every order of fields", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(
          JSON.stringify(value).isWellFormed() &&
            !/\\ud[89a-f]/.test(JSON.stringify(value)),
        );
        const text = canonicalJson(value);
        expect(parse(text)).toEqual(parse(JSON.stringify(value)));
        expect(canonicalJson(reordered(value))).toBe(text);
        expect(canonicalJson(parse(text))).toBe(text);
      }),
    );
  });
});

describe("digestOf", () => {
  it("is the SHA-256 of the canonical text in UTF-8, in lowercase hex", () => {
    const text = '{"a":"\u20ac","b":[1,2]}';
    const sha256 = createHash("sha256").update(Buffer.from(text)).digest("hex");
    expect(digestOf({ b: [1, 2], a: "\u20ac" })).toBe(sha256);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("differs when any leaf differs", () => {
    const base = { title: "t", body: "b", rows: [1, { n: null }] };
    const others = [
      { ...base, title: "T" },
      { ...base, rows: [1, { n: 0 }] },
      { ...base, rows: [{ n: null }, 1] },
      { ...base, rows: ["1", { n: null }] },
      { ...base, extra: null },
    ];
    const digests = [base, ...others].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe("deepFreeze", () => {
  it("freezes a copy at every level and leaves the original alone", () => {
    const original = { a: [{ b: { c: 1 } }], d: "x" };
    const frozen = deepFreeze(original);
    expect(frozen).toEqual(original);
    expect(Object.isFrozen(frozen.a[0]?.b)).toBe(true);
    expect(() => {
      frozen.a.push({ b: { c: 2 } });
    }).toThrow(TypeError);
    original.a[0]!.b.c = 2;
    expect(frozen.a[0]?.b.c).toBe(1);
  });

  it("keeps __proto__ a field and gives nothing another prototype", () => {
    const frozen = deepFreeze(
      parse('{"__proto__":{"isAdmin":true}}'),
    ) as Record<string, unknown>;
    expect(frozen["isAdmin"]).toBeUndefined();
    expect(JSON.stringify(frozen)).toBe('{"__proto__":{"isAdmin":true}}');
    expect(digestOf(frozen)).toBe(
      digestOf(parse('{"__proto__":{"isAdmin":true}}')),
    );
  });

  it("copies and freezes any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const isFrozen = (part: unknown): boolean =>
          typeof part !== "object" ||
          part === null ||
          (Object.isFrozen(part) && Object.values(part).every(isFrozen));
        const frozen = deepFreeze(value);
        expect(frozen).toEqual(value);
        expect(isFrozen(frozen)).toBe(true);
      }),
    );
  });

  it("takes data that refers to itself", () => {
    const value: Record<string, unknown> = {};
    value["self"] = value;
    const frozen = deepFreeze(value);
    expect(frozen["self"]).toBe(frozen);
  });
});
