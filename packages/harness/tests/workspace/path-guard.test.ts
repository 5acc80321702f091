import fc from "fast-check";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { guardPath } from "../../src/workspace/path-guard.ts";

const fragment = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    "/",
    "//",
    "\\",
    "a",
    "notes",
    "a.txt",
    "~",
    "C:",
    "file://",
    "...",
    " ",
    ".git",
    ".env",
    "\0",
    "\n",
  ),
  fc.constantFrom(
    "‥",
    "．．",
    "／",
    "%2e%2e",
    "\u200d",
    "\u202e",
    "\ud800",
    "CON",
    "GIT~1",
    "::$DATA",
    "é".repeat(200),
    "名前",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const hostilePath = fc
  .array(fc.tuple(fragment, fc.constantFrom("/", "", "\\", "/../", "/./")), {
    maxLength: 12,
  })
  .map((parts) => parts.flat().join(""));

describe("guardPath", () => {
  it("gives only names that stay below the root, whatever comes in", () => {
    fc.assert(
      fc.property(
        fc.oneof(hostilePath, fc.string({ unit: "binary" })),
        (raw) => {
          const guarded = guardPath(raw);
          if (!guarded.ok) return;
          for (const name of [guarded.segments, ...guarded.detours].flat()) {
            expect(name).not.toBe("");
            expect(name).not.toBe(".");
            expect(name).not.toBe("..");
            expect(name).not.toMatch(/[/\\\p{Cc}]/u);
            expect(name.normalize("NFKC")).not.toMatch(/[/\\]|^\.\.?$/u);
            expect(name.isWellFormed()).toBe(true);
            expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          }
          expect(guarded.segments.length).toBeLessThanOrEqual(64);
          expect(posix.join("/root", ...guarded.segments)).toBe(
            ["/root", ...guarded.segments].join("/"),
          );
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("never throws and never repeats the path in its message", () => {
    fc.assert(
      fc.property(hostilePath, (raw) => {
        const guarded = guardPath(raw);
        if (guarded.ok) return;
        expect(guarded.message).not.toMatch(/\p{Cc}/u);
        if (raw.length > 8) expect(guarded.message).not.toContain(raw);
      }),
    );
  });

  it("accepts its own answer again, unchanged", () => {
    fc.assert(
      fc.property(hostilePath, (raw) => {
        const once = guardPath(raw);
        if (!once.ok || once.segments.length === 0) return;
        const again = guardPath(once.segments.join("/"));
        expect(again.ok && again.segments).toEqual(once.segments);
      }),
    );
  });

  it.each([
    ["notes//a.txt", ["notes", "a.txt"]],
    ["./a.txt/", ["a.txt"]],
    [".", []],
    ["notes/sub/..", ["notes"]],
    ["数据/❤️ 报告 👩‍👩‍👧.md", ["数据", "❤️ 报告 👩‍👩‍👧.md"]],
    [".github/CODEOWNERS", [".github", "CODEOWNERS"]],
    ["a/~b", ["a", "~b"]],
    ["console.log", ["console.log"]],
    ["COM10", ["COM10"]],
  ])("reads %j as %j", (raw, segments) => {
    expect(guardPath(raw)).toMatchObject({ ok: true, segments });
  });

  it("remembers the folders that .. leaves again", () => {
    expect(guardPath("a/b/../c")).toEqual({
      ok: true,
      segments: ["a", "c"],
      detours: [["a", "b"]],
    });
  });

  it.each([
    "~root/x",
    "~",
    "\\\\server\\share",
    "//server",
    "HTTP://x/y",
    "d:\\x",
    "notes\\..\\..\\x",
    "a/../../b",
    "．．/x",
    "a／..／x",
  ])("sees that %j leads outside", (raw) =>
    expect(guardPath(raw)).toMatchObject({
      ok: false,
      code: "PATH_OUTSIDE_WORKSPACE",
    }),
  );

  it.each([
    "",
    " ",
    "a ",
    "a.",
    "notes\\a.txt",
    "a|b",
    "ab:c",
    "AUX",
    "lpt9.log",
    "nul .txt",
    "COM²",
    "PROGRA~1",
    "a\u200bb",
    "a\u2066b",
  ])("calls %j invalid", (raw) =>
    expect(guardPath(raw)).toMatchObject({ ok: false, code: "PATH_INVALID" }),
  );

  it.each([
    "a\u00adb",
    "a\ufeffb",
    "a\u3164b",
    "a\u{e0041}b",
    "a\u2028b",
    "a\u0085b",
    "a\u007fb",
    "a\udc00b",
    "a".repeat(4097),
    "a/".repeat(65) + "b",
  ])("calls a path with hidden or excessive parts invalid (%#)", (raw) =>
    expect(guardPath(raw)).toMatchObject({ ok: false, code: "PATH_INVALID" }),
  );

  it("is stricter about names to be written", () => {
    expect(guardPath("a*.txt")).toMatchObject({ ok: true });
    expect(guardPath("a*.txt", "write")).toMatchObject({
      ok: false,
      code: "PATH_INVALID",
    });
  });

  it("judges protected folders also where the path only passes through", () => {
    expect(guardPath(".git/../a.txt")).toMatchObject({
      ok: false,
      code: "PROTECTED_PATH",
    });
  });
});
