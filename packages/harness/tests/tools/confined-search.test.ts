import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runFind } from "../../src/tools/confined-find.ts";
import { type GrepArguments, runGrep } from "../../src/tools/confined-grep.ts";
import { runLs } from "../../src/tools/confined-ls.ts";
import { createConfinedTools } from "../../src/tools/confined-tools.ts";
import {
  OUTSIDE_BYTES,
  type TemporaryWorkspace,
  temporaryWorkspace,
} from "../workspace/temporary-workspace.ts";

const { signal } = new AbortController();
const grep = ({ workspace }: TemporaryWorkspace, args: GrepArguments) =>
  runGrep(workspace, args, signal);

async function fixtureWithSecrets(): Promise<TemporaryWorkspace> {
  const fixture = await temporaryWorkspace();
  await fixture.put(
    "notes/a.md",
    "alpha\nbeta SECRET\ngamma\ndelta\nbeta again\nend\n",
  );
  await fixture.put("notes/deep/b.txt", "beta in deep\r\n");
  await fixture.put(".env", "SECRET=1 beta");
  await fixture.put("id_rsa", "SECRET beta");
  await fixture.put(".git/config", "SECRET beta");
  await symlink("..", join(fixture.root, "notes/loop"));
  await symlink(
    join(fixture.base, "outside.txt"),
    join(fixture.root, "leak.txt"),
  );
  return fixture;
}

describe("grep", () => {
  it("answers with path, line number and line", async () => {
    await using fixture = await fixtureWithSecrets();
    const { text, details } = await grep(fixture, { pattern: "^beta" });
    expect(text).toBe(
      "notes/a.md:2: beta SECRET\nnotes/a.md:5: beta again\nnotes/deep/b.txt:1: beta in deep\n\n[Not shown: 2 links, 3 protected names.]",
    );
    expect(details).toEqual({ matches: 3, files: 2, truncated: false });
  });

  it("shows each line around matches once", async () => {
    await using fixture = await fixtureWithSecrets();
    const { text } = await grep(fixture, {
      pattern: "beta",
      path: "notes/a.md",
      context: 2,
    });
    expect(text.split("\n")).toEqual([
      "notes/a.md-1- alpha",
      "notes/a.md:2: beta SECRET",
      "notes/a.md-3- gamma",
      "notes/a.md-4- delta",
      "notes/a.md:5: beta again",
      "notes/a.md-6- end",
    ]);
  });

  it("never shows protected files or what is behind links", async () => {
    await using fixture = await fixtureWithSecrets();
    for (const pattern of ["SECRET", OUTSIDE_BYTES, "."]) {
      const { text } = await grep(fixture, { pattern, limit: 1_000 });
      expect(text).not.toMatch(/env|id_rsa|\.git|leak|loop|SECRET=1/);
      expect(text).not.toContain(OUTSIDE_BYTES);
    }
    await expect(
      grep(fixture, { pattern: "x", path: "leak.txt" }),
    ).rejects.toMatchObject({ code: "SYMLINK_NOT_ALLOWED" });
    await expect(
      grep(fixture, { pattern: "x", path: ".env" }),
    ).rejects.toMatchObject({ code: "PROTECTED_PATH" });
  });

  it("filters by glob, case and literal text", async () => {
    await using fixture = await fixtureWithSecrets();
    expect(
      (
        await grep(fixture, {
          pattern: "BETA",
          glob: "*.txt",
          ignoreCase: true,
        })
      ).text,
    ).toMatch(/^notes\/deep\/b\.txt:1: beta in deep\n\n/);
    expect((await grep(fixture, { pattern: "BETA" })).text).toMatch(
      /^No matches found\./,
    );
    await fixture.put("c.txt", "1+1=2\n11=2");
    expect(
      (await grep(fixture, { pattern: "1+1", literal: true })).text,
    ).toMatch(/^c\.txt:1: 1\+1=2\n\n/);
  });

  it("stops at the limit with the lines around the last match, and only says so when more would follow", async () => {
    await using fixture = await temporaryWorkspace();
    await fixture.put("a.txt", "x 1\nx 2\nafter\nx 3\n");
    expect(
      (await grep(fixture, { pattern: "x", limit: 2, context: 1 })).text,
    ).toBe(
      "a.txt:1: x 1\na.txt:2: x 2\na.txt-3- after\n\n[Only the first 2 matching lines are shown. Use a higher limit or a narrower pattern.]",
    );
    expect((await grep(fixture, { pattern: "x", limit: 3 })).details).toEqual({
      matches: 3,
      files: 1,
      truncated: false,
    });
  });

  it("keeps its answer within 50 KB and cuts long lines around the match", async () => {
    await using fixture = await temporaryWorkspace();
    await fixture.put(
      "long.txt",
      `${"x".repeat(3_000)}needle${"y".repeat(3_000)}`,
    );
    expect((await grep(fixture, { pattern: "needle" })).text).toMatch(
      /^long\.txt:1: … x{100}needley{394} … \[line cut\]$/,
    );
    await fixture.put("many.txt", `${"z".repeat(400)}\n`.repeat(500));
    const { text, details } = await grep(fixture, {
      pattern: "z",
      limit: 2_000,
    });
    expect(Buffer.byteLength(text)).toBeLessThan(52_000);
    expect(text).toContain("Only the first 50 KB are shown.");
    expect(details).toMatchObject({ truncated: true });
  });

  it("says which files it left out and which lines it searched in part", async () => {
    await using fixture = await temporaryWorkspace({
      limits: { maxReadBytes: 100_000 },
    });
    await fixture.put("image.png", Uint8Array.from([0x89, 0, 1]));
    await fixture.put("huge.txt", "x".repeat(100_001));
    await fixture.put("wide.txt", `${"x".repeat(20_000)}needle`);
    expect((await grep(fixture, { pattern: "needle" })).text).toBe(
      "No matches found.\n\n[Very long lines were searched only at their beginning. Files left out: 1 too large, 1 binary.]",
    );
  });

  it("stays fast on a hostile pattern over a long line, and lets others run meanwhile", async () => {
    await using fixture = await temporaryWorkspace();
    await fixture.put("a.txt", `${"a".repeat(16_000)}!\n`.repeat(200));
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const started = performance.now();
    expect((await grep(fixture, { pattern: "(a+)+$" })).text).toBe(
      "No matches found.",
    );
    const elapsed = performance.now() - started;
    clearInterval(ticking);
    expect(elapsed).toBeLessThan(10_000);
    if (elapsed > 100) expect(ticks).toBeGreaterThan(2);
  });

  it("ends with the reason of a signal that is aborted meanwhile", async () => {
    await using fixture = await temporaryWorkspace();
    await fixture.put("a.txt", `${"ab".repeat(4_000)}!\n`.repeat(900));
    const stop = new AbortController();
    const reason = new Error("stopped");
    const searching = runGrep(
      fixture.workspace,
      { pattern: "(a|b)+!c" },
      stop.signal,
    );
    setImmediate(() => stop.abort(reason));
    await expect(searching).rejects.toBe(reason);
  });

  it("refuses a pattern or glob that it cannot understand", async () => {
    await using fixture = await temporaryWorkspace();
    await expect(grep(fixture, { pattern: "(" })).rejects.toMatchObject({
      code: "TOOL_ARGUMENTS_INVALID",
    });
    await expect(
      grep(fixture, { pattern: "a", glob: "{a" }),
    ).rejects.toMatchObject({ code: "TOOL_ARGUMENTS_INVALID" });
  });
});

describe("find", () => {
  it("answers with paths that read takes, whatever the start", async () => {
    await using fixture = await fixtureWithSecrets();
    const find = (pattern: string, path?: string) =>
      runFind(
        fixture.workspace,
        { pattern, ...(path === undefined ? {} : { path }) },
        signal,
      );
    expect((await find("*.txt")).text).toBe(
      "notes/deep/b.txt\n\n[Not shown: 2 links, 3 protected names.]",
    );
    expect((await find("deep/*", "notes")).text).toMatch(
      /^notes\/deep\/b\.txt\n/,
    );
    expect((await find("dee*", "notes")).text).toMatch(/^notes\/deep\/\n/);
    expect((await find("*")).text).not.toMatch(/env|id_rsa|\.git|leak|loop/);
    expect((await find("*.env")).text).toMatch(/^No files found/);
    await expect(find("*", "../")).rejects.toMatchObject({
      code: "PATH_OUTSIDE_WORKSPACE",
    });
  });

  it("says when there are more results, and when it could not look everywhere", async () => {
    await using fixture = await temporaryWorkspace({
      limits: { maxWalkEntries: 12 },
    });
    for (let at = 0; at < 20; at++) await fixture.put(`${String(at)}.txt`);
    const found = await runFind(
      fixture.workspace,
      { pattern: "*.txt", limit: 5 },
      signal,
    );
    expect(found.text).toMatch(
      /Showing the first 5 results; there are more\. Use a narrower pattern or path\. There are too many files/,
    );
    expect(found.details).toEqual({ results: 5, truncated: true });
  });
});

describe("ls", () => {
  it("sorts without regard to case and marks folders", async () => {
    await using fixture = await fixtureWithSecrets();
    await fixture.put("Zeta.txt");
    await fixture.put("alpha.txt");
    await fixture.put(".hidden");
    const { text } = await runLs(fixture.workspace, {}, signal);
    expect(text).toBe(
      ".hidden\nalpha.txt\nnotes/\nZeta.txt\n\n[Not shown: 1 link, 3 protected names.]",
    );
  });

  it("keeps to its limit and says so", async () => {
    await using fixture = await temporaryWorkspace();
    expect((await runLs(fixture.workspace, { path: "." }, signal)).text).toBe(
      "(empty folder)",
    );
    for (let at = 0; at < 4; at++) await fixture.put(`${String(at)}.txt`);
    expect((await runLs(fixture.workspace, { limit: 3 }, signal)).text).toMatch(
      /^0\.txt\n1\.txt\n2\.txt\n\n\[Showing 3 of 4 entries/,
    );
  });
});

describe("createConfinedTools", () => {
  it("has Pi's names and parameters, all of effect read", () => {
    const tools = createConfinedTools();
    expect(
      tools.map(({ name, effect, parameters }) => [
        name,
        effect,
        Object.keys(parameters.properties as object),
      ]),
    ).toEqual([
      ["read", "read", ["path", "offset", "limit"]],
      [
        "grep",
        "read",
        [
          "pattern",
          "path",
          "glob",
          "ignoreCase",
          "literal",
          "context",
          "limit",
        ],
      ],
      ["find", "read", ["pattern", "path", "limit"]],
      ["ls", "read", ["path", "limit"]],
    ]);
  });
});
