import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, foldSame } from "../src/client/line-diff.ts";
import type { DiffLine } from "../src/client/line-diff.ts";

const textOf = (lines: readonly DiffLine[], left: "removed" | "added") =>
  lines
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join("\n");
const marks = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, text }) =>
      `${{ same: " ", removed: "-", added: "+" }[kind]}${text}`,
  );

describe("the difference of two texts", () => {
  it("names the lines that went and came", () => {
    expect(marks("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([
      " a",
      "-b",
      "+x",
      " c",
      " d",
      "+e",
    ]);
    expect(marks("same", "same")).toEqual([" same"]);
    expect(marks("", "a")).toEqual(["-", "+a"]);
  });

  it("gives both texts back, line by line", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 30 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        expect(textOf(lines, "added")).toBe(before);
        expect(textOf(lines, "removed")).toBe(after);
      }),
    );
  });

  it("is as short as can be", () => {
    const count = (before: string, after: string) =>
      diffLines(before, after).filter(({ kind }) => kind !== "same").length;
    expect(count("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc")).toBe(5);
  });

  it("stays whole and quick for long texts that share nothing", () => {
    const before = Array.from({ length: 20_000 }, (_, n) => `a${n}`).join("\n");
    const after = Array.from({ length: 20_000 }, (_, n) => `b${n}`).join("\n");
    const lines = diffLines(before, after);
    expect(textOf(lines, "added")).toBe(before);
    expect(textOf(lines, "removed")).toBe(after);
  });

  it("leaves out what is far from every change, and says how much", () => {
    const before = Array.from({ length: 20 }, (_, n) => String(n)).join("\n");
    const folded = foldSame(diffLines(before, before.replace("9", "x")), 2);
    expect(folded).toMatchObject([
      { kind: "skipped", count: 7 },
      { kind: "lines" },
      { kind: "skipped", count: 8 },
    ]);
    expect(foldSame(diffLines("a", "a"), 2)).toEqual([
      { kind: "skipped", count: 1 },
    ]);
  });
});
