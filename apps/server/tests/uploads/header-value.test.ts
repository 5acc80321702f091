import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHeaderValue } from "../../src/uploads/header-value.ts";

const read = (text: string) => {
  const parsed = parseHeaderValue(text);
  return parsed && [parsed.value, Object.fromEntries(parsed.parameters)];
};

describe("a header value", () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ["form-data", "form-data", {}],
    [" Form-Data ;", "form-data", {}],
    ['form-data; name="a"', "form-data", { name: "a" }],
    ["form-data;NAME = a ; ; b=", "form-data", { name: "a", b: "" }],
    ['x; n="a;b=c"', "x", { n: "a;b=c" }],
    [String.raw`x; n="a\"b\\c\d"`, "x", { n: String.raw`a"b\c\d` }],
    [String.raw`x; n="..\..\a"`, "x", { n: String.raw`..\..\a` }],
    ["", "", {}],
  ])("reads %s", (text, value, parameters) => {
    expect(read(text)).toEqual([value, parameters]);
  });

  it.each([
    "x; n=a; N=b",
    'x; n="a',
    'x; n="a"b',
    "x; n",
    "x; n=a b",
    '"x"; n=a',
    "x; =a",
  ])("refuses %s, which can be read in several ways or none", (text) => {
    expect(parseHeaderValue(text)).toBeUndefined();
  });

  it("gives back whatever was quoted into it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const quoted = text.replace(/["\\]/g, String.raw`\$&`);
        expect(read(`x; n="${quoted}"`)).toEqual(["x", { n: text }]);
      }),
    );
  });

  it("is read without going back and forth", () => {
    for (const evil of ['"', "\\", "; ", " ", ';a="', String.raw`\"`, "a="])
      parseHeaderValue(`x; n="${evil.repeat(100_000)}`);
    expect(parseHeaderValue(`x${" ".repeat(100_000)}"`)).toBeUndefined();
  });
});
