import fc from "fast-check";
import {
  link,
  mkdir,
  readFile,
  readdir,
  rmdir,
  symlink,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../src/workspace/safe-workspace.ts";
import {
  codeOf,
  OUTSIDE_BYTES,
  temporaryWorkspace,
} from "./temporary-workspace.ts";

const REPORT = { name: "report.md", mediaType: "text/markdown" };
const artifacts = [
  { name: "data.json", mediaType: "application/json" },
  REPORT,
];

describe.each(["descriptor", "portable"] as const)(
  "artifacts, %s confinement",
  (confinement) => {
    it("writes, replaces, reads and lists", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      const { workspace } = fixture;
      expect(await workspace.listArtifacts()).toEqual([]);
      expect(await workspace.readArtifact("report.md")).toBeUndefined();
      await workspace.writeArtifact(
        "report.md",
        Buffer.from("first, and longer"),
      );
      const saved = await workspace.writeArtifact(
        "report.md",
        Buffer.from("# 报告"),
      );
      expect(saved).toEqual({
        ...REPORT,
        sizeBytes: 8,
        updatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      });
      expect(await workspace.readArtifact("report.md")).toEqual({
        ...saved,
        bytes: Buffer.from("# 报告"),
      });
      expect(await workspace.listArtifacts()).toEqual([saved]);
      expect(await readdir(fixture.root)).toEqual(["report.md"]);
      expect((await workspace.readFile("report.md")).sizeBytes).toBe(8);
    });

    it("writes only what is declared, and says what that is", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      const write = (name: string) =>
        codeOf(fixture.workspace.writeArtifact(name, Buffer.from("x")));
      await expect(
        fixture.workspace.writeArtifact("other.md", Buffer.from("x")),
      ).rejects.toThrow("data.json, report.md");
      expect(await write("Report.md")).toBe("TOOL_FAILED");
      expect(await write("notes/report.md")).toBe("PATH_INVALID");
      expect(await write("./report.md")).toBe("PATH_INVALID");
      expect(await write("../report.md")).toBe("PATH_OUTSIDE_WORKSPACE");
      expect(await write(".env")).toBe("PROTECTED_PATH");
      expect(await write("report.md\0")).toBe("PATH_INVALID");
      expect(
        await fixture.workspace.readArtifact("../outside.txt"),
      ).toBeUndefined();
      expect(await readdir(fixture.root)).toEqual([]);
    });

    it("replaces no link, folder or pipe, and leaves nothing behind", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      const { workspace, root } = fixture;
      await symlink("../outside.txt", join(root, "report.md"));
      await mkdir(join(root, "data.json"));
      expect(
        await codeOf(workspace.writeArtifact("report.md", Buffer.from("x"))),
      ).toBe("SYMLINK_NOT_ALLOWED");
      expect(
        await codeOf(workspace.writeArtifact("data.json", Buffer.from("x"))),
      ).toBe("NOT_A_REGULAR_FILE");
      expect(await codeOf(workspace.readArtifact("report.md"))).toBe(
        "SYMLINK_NOT_ALLOWED",
      );
      expect(await workspace.listArtifacts()).toEqual([]);
      expect((await readdir(root)).sort()).toEqual(["data.json", "report.md"]);
      expect(await readFile(join(fixture.base, "outside.txt"), "utf8")).toBe(
        OUTSIDE_BYTES,
      );
    });

    it("path-104: replaces the name of a hard link and leaves the other file as it is", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      await link(
        join(fixture.base, "outside.txt"),
        join(fixture.root, "report.md"),
      );
      await fixture.workspace.writeArtifact("report.md", Buffer.from("new"));
      expect(await readFile(join(fixture.base, "outside.txt"), "utf8")).toBe(
        OUTSIDE_BYTES,
      );
      expect(await readFile(join(fixture.root, "report.md"), "utf8")).toBe(
        "new",
      );
    });

    it("refuses what is too large before anything is written", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
        limits: { maxArtifactBytes: 4 },
      });
      await fixture.workspace.writeArtifact("report.md", Buffer.from("four"));
      expect(
        await codeOf(
          fixture.workspace.writeArtifact("report.md", Buffer.from("fives")),
        ),
      ).toBe("FILE_TOO_LARGE");
      expect(await readFile(join(fixture.root, "report.md"), "utf8")).toBe(
        "four",
      );
    });

    it("lets concurrent writers replace each other as a whole", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      const contents = Array.from({ length: 30 }, (_, at) =>
        String(at).repeat(5_000),
      );
      const seen: (string | undefined)[] = [];
      await Promise.all(
        contents.map(async (content) => {
          await fixture.workspace.writeArtifact(
            "report.md",
            Buffer.from(content),
          );
          seen.push(
            (
              await fixture.workspace.readArtifact("report.md")
            )?.bytes.toString(),
          );
        }),
      );
      for (const content of seen) expect(contents).toContain(content);
      expect(await readdir(fixture.root)).toEqual(["report.md"]);
    });

    it("keeps bytes as they are", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
          await fixture.workspace.writeArtifact("data.json", bytes);
          expect(
            (await fixture.workspace.readArtifact("data.json"))?.bytes.equals(
              bytes,
            ),
          ).toBe(true);
        }),
        { numRuns: 20 },
      );
    });

    it("path-110: names the file, not the machine's path, when the disk refuses", async () => {
      await using fixture = await temporaryWorkspace({
        artifacts,
        confinement,
      });
      await rmdir(fixture.root);
      const error = await fixture.workspace
        .writeArtifact("report.md", Buffer.from("x"))
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: "TOOL_FAILED",
        systemCode: "ENOENT",
      });
      expect(String(error)).not.toContain(fixture.base);
    });
  },
);

describe("artifact declarations", () => {
  it.each([
    ["a/b.md", "PATH_INVALID"],
    ["../a.md", "PATH_OUTSIDE_WORKSPACE"],
    [".mcp.json", "PROTECTED_PATH"],
    ["a*.md", "PATH_INVALID"],
    ["skills", "PATH_INVALID"],
    ["", "PATH_INVALID"],
    ["NUL.md", "PATH_INVALID"],
  ])("refuse the name %j", async (name, code) => {
    await using fixture = await temporaryWorkspace();
    const opening = openWorkspace({
      root: fixture.root,
      artifacts: [{ name, mediaType: "text/plain" }],
    });
    expect(await codeOf(opening)).toBe(code);
  });
});
