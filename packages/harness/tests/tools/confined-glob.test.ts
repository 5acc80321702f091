import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { compileGlob } from "../../src/tools/confined-glob.ts";

const name = fc.string({
  unit: fc.constantFrom("a", "b", "-", "名"),
  minLength: 1,
  maxLength: 4,
});
const path = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((names) => names.join("/"));
const piece = fc.constantFrom(
  "a",
  "b",
  "*",
  "?",
  "[ab]",
  "[^a]",
  "{a,b}",
  "{a,*b}",
  "-",
);
const segment = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join("").replaceAll("**", "*"));
const glob = fc
  .tuple(
    fc.array(fc.oneof(segment, fc.constant("**")), {
      minLength: 1,
      maxLength: 3,
    }),
    segment,
  )
  .map(([folders, last]) => [...folders, last].join("/"));

const HOSTILE_CHARACTERS = [
  "*",
  "?",
  "[",
  "]",
  "{",
  "}",
  "!",
  "^",
  ",",
  "\\",
  "/",
  ".",
  "a",
  "-",
  "z",
  "🙂",
];

describe("compileGlob", () => {
  it("agrees with picomatch on globs of ordinary parts", () => {
    fc.assert(
      fc.property(glob, path, (pattern, candidate) => {
        const expected = picomatch.isMatch(candidate, pattern, {
          dot: true,
          noextglob: true,
        });
        expect(compileGlob(pattern)(candidate, "file")).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["*.md", "notes/deep/a.md", true],
    ["*.md", "a.md", true],
    ["*.md", "a.mdx", false],
    ["notes/*.md", "notes/a.md", true],
    ["notes/*.md", "notes/deep/a.md", false],
    ["notes/**/*.md", "notes/a.md", true],
    ["notes/**/*.md", "notes/b/c/a.md", true],
    ["**/a.md", "a.md", true],
    ["notes/**", "notes/b/c", true],
    ["**", "any/thing", true],
    [".*", ".hidden", true],
    ["*", ".hidden", true],
    ["a.b", "axb", false],
    ["{report,data}.{md,json}", "data.json", true],
    ["report{,-old}.md", "report-old.md", true],
    ["[]x].md", "].md", true],
    ["[^a].md", "b.md", true],
    ["\\*.md", "*.md", true],
    ["\\*.md", "a.md", false],
    ["a(b).md", "a(b).md", true],
    ["报告-?.md", "报告-𝕏.md", true],
    ["./notes/*.md", "notes/a.md", true],
    ["../*", "a", false],
    ["a}b", "a}b", true],
    ["a[b", "a[b", true],
  ])("%s against %s is %s", (pattern, candidate, expected) => {
    expect(compileGlob(pattern)(candidate, "file")).toBe(expected);
  });

  it("means folders alone by a slash at the end", () => {
    expect(compileGlob("notes/")("notes", "directory")).toBe(true);
    expect(compileGlob("notes/")("notes", "file")).toBe(false);
  });

  it.each(["{a", "a\\", "[z-a]", "x".repeat(257), "{a,b}".repeat(17)])(
    "says what is wrong with %j",
    (pattern) => {
      expect(() => compileGlob(pattern)).toThrow(
        expect.objectContaining({
          code: "TOOL_ARGUMENTS_INVALID",
          message: expect.stringContaining("The glob") as string,
        }) as Error,
      );
    },
  );

  it("stays fast on globs made to be slow, and never throws anything else", () => {
    const long = "a".repeat(255);
    const started = performance.now();
    for (const pattern of [
      "*a".repeat(60) + "b",
      "**/".repeat(40) + "b",
      "{a,aa}".repeat(16) + "b",
      "?*".repeat(80) + "b",
      "[a-z]*".repeat(30) + "!",
    ]) {
      expect(
        compileGlob(pattern)(`${`${long}/`.repeat(15)}${long}`, "file"),
      ).toBe(false);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...HOSTILE_CHARACTERS) }),
        fc.string(),
        (pattern, candidate) => {
          try {
            expect(typeof compileGlob(pattern)(candidate, "file")).toBe(
              "boolean",
            );
          } catch (error) {
            expect(error).toMatchObject({ code: "TOOL_ARGUMENTS_INVALID" });
          }
        },
      ),
    );
  });
});
