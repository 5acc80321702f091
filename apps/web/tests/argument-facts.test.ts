import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countValues,
  extremesOf,
  textFacts,
  warningsOf,
} from "../src/ui/approvals/argument-facts.ts";
import { placeText } from "../src/ui/approvals/place-text.ts";

describe("what is said of a text", () => {
  it("is its length, its lines and the longest run of empty ones", () => {
    expect(textFacts("")).toEqual({ characters: 0, lines: 1, blankLines: 1 });
    expect(textFacts(`a${"\n".repeat(41)}rm`)).toEqual({
      characters: 44,
      lines: 42,
      blankLines: 40,
    });
    expect(textFacts("a\n \t\n\nb\n\nc")).toMatchObject({ blankLines: 2 });
  });
});

describe("what is said of a list", () => {
  it("is where its lowest and highest values stand", () => {
    const orders = Array.from({ length: 400 }, (_, index) => ({
      sku: `K-${index}`,
      price: index === 398 ? 0 : 12,
    }));
    expect(extremesOf(orders)).toEqual([
      { name: "price", least: 0, leastAt: 399, most: 12, mostAt: 1 },
    ]);
    expect(extremesOf([3, 1, 2, 9, 4, 5, 6, 7])).toMatchObject([
      { least: 1, leastAt: 2, most: 9, mostAt: 4 },
    ]);
  });

  it("is nothing where it is seen at a glance, or holds no numbers", () => {
    expect(extremesOf([1, 2])).toEqual([]);
    expect(extremesOf(Array.from("abcdefghij"))).toEqual([]);
  });
});

describe("warnings", () => {
  it("are about what is marked anywhere, names of fields included", () => {
    const none = { escaped: false, mixed: false, redacted: false };
    expect(warningsOf({ a: ["plain", { b: 1 }] })).toEqual(none);
    expect(warningsOf({ "a\u200B": 1 })).toEqual({ ...none, escaped: true });
    expect(warningsOf({ a: { b: ["p\u0430y"] } })).toEqual({
      ...none,
      mixed: true,
    });
    expect(warningsOf({ a: "Bearer [redacted]" })).toEqual({
      ...none,
      redacted: true,
    });
  });

  it("and counts are there for any arguments", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(countValues(value)).toBeGreaterThan(0);
        expect(Object.keys(warningsOf(value))).toHaveLength(3);
      }),
    );
  });
});

describe("a place in arguments", () => {
  it("reads as people write it, items counted from one", () => {
    expect(placeText("", "all")).toBe("all");
    expect(placeText("/address/city", "all")).toBe("address.city");
    expect(placeText("/tags/0", "all")).toBe("tags[1]");
    expect(placeText("/a~1b~0c", "all")).toBe("a/b~c");
  });
});
