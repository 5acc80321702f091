import { describe, expect, it } from "vitest";
import { compilePattern } from "../../src/tools/confined-pattern.ts";

const HOSTILE = [
  "(a+)+$",
  "(a|a)*b",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(.*)(.*)(.*)(.*)(.*)x$",
  "(?:a?){300}a{300}b",
  "(x+x+)+y",
  "(\\pL|\\pN){300}!",
];

describe("compilePattern", () => {
  it.each(HOSTILE)("matches %s in time linear in the line", (pattern) => {
    const quickest = (characters: number): number => {
      const line = `${"a".repeat(characters)}!`;
      const times = Array.from({ length: 3 }, () => {
        // Compiled anew, since a pattern remembers what it has worked out on the line before.
        const compiled = compilePattern(pattern);
        const started = performance.now();
        compiled.test(line);
        compiled.indexIn(line);
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    // Four times the line: four times the work when it is linear, sixteen times when it is quadratic.
    expect(quickest(16_383) / (quickest(4_096) + 1)).toBeLessThan(10);
  });

  it.each([
    "[",
    "(",
    "a{2,1}",
    "(?=a)",
    "(?<!a)b",
    "(a)\\1",
    "*",
    "a{1001}",
    "((a{100}){100}){100}",
    "(".repeat(400),
    "x".repeat(1_001),
    "\\p{Nope}",
    "(?:a?){900}a{900}",
  ])("says what is wrong with %j and what to do", (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(
      expect.objectContaining({
        code: "TOOL_ARGUMENTS_INVALID",
        message: expect.stringMatching(/^The pattern .*\.$/s) as string,
      }) as Error,
    );
  });

  it("takes literal text as it is", () => {
    expect(
      compilePattern("a.(b)[", { literal: true }).indexIn("x a.(b)["),
    ).toBe(2);
    expect(
      compilePattern("A.B", { literal: true, ignoreCase: true }).test("a.b"),
    ).toBe(true);
    expect(
      compilePattern("A.B", { literal: true, ignoreCase: true }).test("axb"),
    ).toBe(false);
  });

  it("finds anywhere in the text, and counts in UTF-16 units", () => {
    expect(compilePattern("花费\\d+").indexIn("🙂 花费12")).toBe(3);
    expect(compilePattern("^b").test("ab")).toBe(false);
    expect(compilePattern("ROAS", { ignoreCase: true }).test("roas")).toBe(
      true,
    );
    expect(compilePattern("x").indexIn("abc")).toBeUndefined();
  });
});
