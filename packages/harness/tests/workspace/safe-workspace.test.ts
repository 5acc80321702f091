import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../src/workspace/safe-workspace.ts";
import {
  codeOf,
  openDescriptors,
  pathsOf,
  temporaryWorkspace,
} from "./temporary-workspace.ts";

async function skillFolder(
  base: string,
): Promise<{ name: string; path: string }> {
  const path = join(base, "elsewhere/analysis");
  await mkdir(join(path, "reference"), { recursive: true });
  await writeFile(join(path, "SKILL.md"), "# Analysis");
  await writeFile(join(path, "reference/metrics.md"), "CTR");
  await writeFile(join(path, ".env"), "KEY=1");
  return { name: "ads-analysis", path };
}

/** Keeps a file growing until it is stopped. */
async function grow(handle: FileHandle, stopped: () => boolean): Promise<void> {
  while (!stopped()) await handle.write(Buffer.alloc(256 * 1024, "x"));
  await handle.close();
}

describe.each(["descriptor", "portable"] as const)(
  "SafeWorkspace, %s confinement",
  (confinement) => {
    it("reads a file under its normalised path", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("notes/a.txt", "hello");
      await fixture.put("notes/sub/b.txt");
      const file = await fixture.workspace.readFile("./notes//sub/../a.txt");
      expect(file).toEqual({
        path: "notes/a.txt",
        bytes: Buffer.from("hello"),
        sizeBytes: 5,
      });
    });

    it("passes through real folders only, also where .. leaves them again", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("a.txt");
      await symlink("..", join(fixture.root, "up"));
      expect(await codeOf(fixture.workspace.readFile("up/../a.txt"))).toBe(
        "SYMLINK_NOT_ALLOWED",
      );
      expect(await codeOf(fixture.workspace.readFile("missing/../a.txt"))).toBe(
        "TOOL_FAILED",
      );
    });

    it("says which path does not exist, without an absolute path", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("a.txt");
      for (const path of ["missing.txt", "missing/b.txt", "a.txt/b.txt"]) {
        const error = await fixture.workspace
          .readFile(path)
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({
          code: "TOOL_FAILED",
          message: expect.stringContaining(`"${path}"`) as string,
        });
        expect(String(error)).not.toContain(fixture.base);
        expect(String(error)).not.toContain("/proc/");
      }
    });

    it("path-109: stops reading a file that grows past the limit", async () => {
      await using fixture = await temporaryWorkspace({
        confinement,
        limits: { maxReadBytes: 4 * 1024 * 1024 },
      });
      await fixture.put("growing.log", "x");
      let stopped = false;
      const growing = grow(
        await open(join(fixture.root, "growing.log"), "a"),
        () => stopped,
      );
      const outcomes: unknown[] = [];
      while (!outcomes.includes("FILE_TOO_LARGE"))
        outcomes.push(await codeOf(fixture.workspace.readFile("growing.log")));
      stopped = true;
      await growing;
      expect(outcomes.at(-1)).toBe("FILE_TOO_LARGE");
    });

    it("counts the bytes that were read against the smaller of both limits", async () => {
      await using fixture = await temporaryWorkspace({
        confinement,
        limits: { maxReadBytes: 10 },
      });
      await fixture.put("ten.txt", "0123456789");
      await fixture.put("eleven.txt", "0123456789a");
      expect(
        (await fixture.workspace.readFile("ten.txt", { maxBytes: 99 }))
          .sizeBytes,
      ).toBe(10);
      expect(await codeOf(fixture.workspace.readFile("eleven.txt"))).toBe(
        "FILE_TOO_LARGE",
      );
      expect(
        await codeOf(fixture.workspace.readFile("ten.txt", { maxBytes: 9 })),
      ).toBe("FILE_TOO_LARGE");
    });

    it("lists what may be seen and counts the rest", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("b/inner.txt");
      await fixture.put("a.txt", "12345");
      await fixture.put(".env");
      await fixture.put("evil\nname.txt");
      await writeFile(
        Buffer.concat([
          Buffer.from(`${fixture.root}/`),
          Buffer.from([0xff, 0xfe]),
        ]),
        "",
      );
      await symlink("a.txt", join(fixture.root, "link"));
      expect(await fixture.workspace.list(".")).toEqual({
        path: ".",
        entries: [
          { name: "a.txt", kind: "file", sizeBytes: 5 },
          { name: "b", kind: "directory", sizeBytes: 0 },
        ],
        omitted: { links: 1, protectedNames: 1, unusable: 2 },
        truncated: false,
      });
      expect(
        await fixture.workspace.list(".", { maxEntries: 2 }),
      ).toMatchObject({ truncated: true });
      expect(await codeOf(fixture.workspace.list("a.txt"))).toBe("TOOL_FAILED");
    });

    it("shows read-only folders as skills/<name> and nothing else of where they are", async () => {
      await using outer = await temporaryWorkspace();
      const skill = await skillFolder(outer.base);
      await using fixture = await temporaryWorkspace({
        confinement,
        readOnlyRoots: [skill],
      });
      await fixture.put("skills/shadow.txt");
      await fixture.put("report.md");
      const { workspace } = fixture;
      expect(
        await workspace.readFile("skills/ads-analysis/SKILL.md"),
      ).toMatchObject({ path: "skills/ads-analysis/SKILL.md", sizeBytes: 10 });
      expect(
        (await workspace.list(".")).entries.map(({ name }) => name),
      ).toEqual(["report.md", "skills"]);
      expect((await workspace.list("skills")).entries).toEqual([
        { name: "ads-analysis", kind: "directory", sizeBytes: 0 },
      ]);
      expect(await pathsOf(workspace.walk("."))).toEqual([
        "report.md",
        "skills",
        "skills/ads-analysis",
        "skills/ads-analysis/SKILL.md",
        "skills/ads-analysis/reference",
        "skills/ads-analysis/reference/metrics.md",
      ]);
      expect(await pathsOf(workspace.walk("skills"))).toContain(
        "skills/ads-analysis/SKILL.md",
      );
      expect(await codeOf(workspace.readFile("skills/shadow.txt"))).toBe(
        "TOOL_FAILED",
      );
      expect(await codeOf(workspace.readFile("skills/ads-analysis/.env"))).toBe(
        "PROTECTED_PATH",
      );
      expect(await codeOf(workspace.readFile("skills/ads-analysis"))).toBe(
        "NOT_A_REGULAR_FILE",
      );
      expect(await codeOf(workspace.readFile("skills"))).toBe(
        "NOT_A_REGULAR_FILE",
      );
      expect(
        await codeOf(workspace.readFile("skills/ads-analysis/../../../x")),
      ).toBe("PATH_OUTSIDE_WORKSPACE");
      expect(
        await codeOf(workspace.readFile("skills/ads-analysis/../other/x")),
      ).toBe("TOOL_FAILED");
    });

    it("follows no link in a read-only folder, nor one in its place", async () => {
      await using outer = await temporaryWorkspace();
      const skill = await skillFolder(outer.base);
      await symlink(
        join(outer.base, "outside.txt"),
        join(skill.path, "leak.md"),
      );
      await using fixture = await temporaryWorkspace({
        confinement,
        readOnlyRoots: [skill],
      });
      expect(
        await codeOf(fixture.workspace.readFile("skills/ads-analysis/leak.md")),
      ).toBe("SYMLINK_NOT_ALLOWED");
      await rename(skill.path, `${skill.path}-moved`);
      await symlink(outer.base, skill.path);
      expect(
        await codeOf(
          fixture.workspace.readFile("skills/ads-analysis/outside.txt"),
        ),
      ).not.toMatchObject({ fulfilled: expect.anything() as unknown });
      expect(await pathsOf(fixture.workspace.walk("."))).not.toContain(
        "skills/ads-analysis/outside.txt",
      );
    });

    it("meets an unlisted read-only folder by its own path only", async () => {
      await using outer = await temporaryWorkspace();
      const skill = await skillFolder(outer.base);
      await using fixture = await temporaryWorkspace({
        confinement,
        readOnlyRoots: [{ ...skill, listed: false }],
      });
      const { workspace } = fixture;
      expect(await pathsOf(workspace.walk("."))).toEqual([]);
      expect(await pathsOf(workspace.walk("skills"))).toEqual([]);
      expect((await workspace.list("skills")).entries).toEqual([]);
      const read = await workspace.readFile("skills/ads-analysis/SKILL.md");
      expect(read.sizeBytes).toBeGreaterThan(0);
    });

    it("keeps walking when a skill folder is gone", async () => {
      await using outer = await temporaryWorkspace();
      const skill = await skillFolder(outer.base);
      await using fixture = await temporaryWorkspace({
        confinement,
        readOnlyRoots: [skill],
      });
      await fixture.put("a.txt");
      await rm(skill.path, { recursive: true });
      expect(await pathsOf(fixture.workspace.walk("."))).toEqual(["a.txt"]);
      expect(
        await codeOf(
          fixture.workspace.readFile("skills/ads-analysis/SKILL.md"),
        ),
      ).toBe("TOOL_FAILED");
    });

    it("ends a walk at its limits and says which one it was", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("a/b/c/d.txt");
      await fixture.put("a/1.txt");
      const shallow = fixture.workspace.walk(".", { maxDepth: 2 });
      expect(await pathsOf(shallow)).toEqual(["a", "a/1.txt", "a/b"]);
      expect(shallow.summary.truncatedBy).toBe("depth");
      const short = fixture.workspace.walk(".", { maxEntries: 2 });
      expect(await pathsOf(short)).toHaveLength(2);
      expect(short.summary.truncatedBy).toBe("entries");
      const exact = fixture.workspace.walk(".", { maxEntries: 5 });
      expect(await pathsOf(exact)).toHaveLength(5);
      expect(exact.summary.truncatedBy).toBeUndefined();
    });

    it("walks a file as itself and refuses a link, a protected name and a missing path", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("notes/a.txt");
      await symlink("notes", join(fixture.root, "link"));
      expect(await pathsOf(fixture.workspace.walk("notes/a.txt"))).toEqual([
        "notes/a.txt",
      ]);
      expect(await codeOf(pathsOf(fixture.workspace.walk("link")))).toBe(
        "SYMLINK_NOT_ALLOWED",
      );
      expect(await codeOf(pathsOf(fixture.workspace.walk("missing")))).toBe(
        "TOOL_FAILED",
      );
      expect(() => fixture.workspace.walk(".git")).toThrow(
        expect.objectContaining({ code: "PROTECTED_PATH" }) as Error,
      );
    });

    it("ends every kind of work with the reason of an aborted signal", async () => {
      await using fixture = await temporaryWorkspace({
        confinement,
        artifacts: [{ name: "r.md", mediaType: "text/markdown" }],
      });
      await fixture.put("a.txt");
      const reason = new Error("stopped");
      const signal = AbortSignal.abort(reason);
      const { workspace } = fixture;
      await expect(workspace.readFile("a.txt", { signal })).rejects.toBe(
        reason,
      );
      await expect(workspace.list(".", { signal })).rejects.toBe(reason);
      await expect(pathsOf(workspace.walk(".", { signal }))).rejects.toBe(
        reason,
      );
      await expect(
        workspace.writeArtifact("r.md", Buffer.from("x"), { signal }),
      ).rejects.toBe(reason);
      expect(
        (await workspace.list(".")).entries.map(({ name }) => name),
      ).toEqual(["a.txt"]);
    });

    it("gives every descriptor back, whatever happened", async () => {
      const before = openDescriptors();
      {
        await using fixture = await temporaryWorkspace({
          confinement,
          artifacts: [{ name: "r.md", mediaType: "text/markdown" }],
        });
        const { workspace } = fixture;
        await fixture.put("a/b/c.txt");
        await symlink("a", join(fixture.root, "link"));
        const paths = [
          "a/b/c.txt",
          "a/b/missing",
          "link/b/c.txt",
          "a",
          "../x",
          "a/b/c.txt/d",
          ".env",
          "a/b/../b/c.txt",
        ];
        const held = openDescriptors();
        await Promise.all(
          paths.flatMap((path) => [
            codeOf(workspace.readFile(path)),
            codeOf(workspace.list(path)),
            codeOf((async () => pathsOf(workspace.walk(path)))()),
          ]),
        );
        await Promise.all([
          workspace.writeArtifact("r.md", Buffer.from("x")),
          codeOf(workspace.writeArtifact("other.md", Buffer.from("x"))),
        ]);
        for await (const entry of workspace.walk("."))
          if (entry.path === "a/b") break;
        expect(openDescriptors()).toBe(held);
      }
      expect(openDescriptors()).toBe(before);
    });

    it("refuses work after it was closed, and closing twice is fine", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("a.txt");
      const reading = codeOf(fixture.workspace.readFile("a.txt"));
      await Promise.all([fixture.workspace.close(), fixture.workspace.close()]);
      expect(await codeOf(fixture.workspace.readFile("a.txt"))).toBe(
        "TOOL_FAILED",
      );
      expect(await codeOf(fixture.workspace.listArtifacts())).toBe(
        "TOOL_FAILED",
      );
      expect([
        "TOOL_FAILED",
        expect.objectContaining({ fulfilled: expect.anything() as unknown }),
      ]).toContainEqual(await reading);
    });

    it("never reads through a descriptor number that was given to something else", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("outside.txt", "own");
      const reads = Array.from({ length: 40 }, () =>
        codeOf(fixture.workspace.readFile("outside.txt")),
      );
      const closing = fixture.workspace.close();
      const thieves = await Promise.all(
        Array.from({ length: 40 }, () => open(fixture.base, "r")),
      );
      for (const outcome of await Promise.all(reads)) {
        if (outcome !== "TOOL_FAILED")
          expect(outcome).toMatchObject({
            fulfilled: { bytes: Buffer.from("own") },
          });
      }
      await closing;
      await Promise.all(thieves.map((handle) => handle.close()));
    });
  },
);

describe("openWorkspace", () => {
  it("creates the folder for its owner alone", async () => {
    await using fixture = await temporaryWorkspace();
    const { mode } = await lstat(fixture.root);
    expect(mode & 0o777).toBe(0o700);
  });

  it("refuses a link in place of the folder, a file, and a whole disk", async () => {
    await using fixture = await temporaryWorkspace();
    const { base } = fixture;
    await symlink(base, join(base, "link"));
    expect(
      await codeOf(openWorkspace({ root: join(base, "link"), artifacts: [] })),
    ).toBe("SYMLINK_NOT_ALLOWED");
    const file = await openWorkspace({
      root: join(base, "outside.txt"),
      artifacts: [],
    }).catch((error: unknown) => error);
    expect(file).toMatchObject({ code: "TOOL_FAILED" });
    expect(String(file)).not.toContain(base);
    expect(await codeOf(openWorkspace({ root: "/", artifacts: [] }))).toBe(
      "PATH_INVALID",
    );
  });

  it.each(["", "..", "a/b", ".git", "a\nb"])(
    "refuses a read-only folder named %j",
    async (name) => {
      expect(
        await codeOf(
          temporaryWorkspace({ readOnlyRoots: [{ name, path: "/nowhere" }] }),
        ),
      ).toBe("PATH_INVALID");
    },
  );

  it("refuses two read-only folders of one name", async () => {
    const root = { name: "a", path: "/nowhere" };
    expect(
      await codeOf(temporaryWorkspace({ readOnlyRoots: [root, root] })),
    ).toBe("PATH_INVALID");
  });
});
