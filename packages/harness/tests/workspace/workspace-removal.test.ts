import {
  access,
  mkdir,
  readFile,
  readdir,
  rename,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  codeOf,
  openDescriptors,
  OUTSIDE_BYTES,
  temporaryWorkspace,
} from "./temporary-workspace.ts";

const artifacts = [{ name: "report.md", mediaType: "text/markdown" }];
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe.each(["descriptor", "portable"] as const)(
  "removing a workspace, %s confinement",
  (confinement) => {
    it("deletes everything in it and nothing behind its links", async () => {
      const before = openDescriptors();
      {
        await using fixture = await temporaryWorkspace({
          confinement,
          artifacts,
        });
        await fixture.put("a/b/c/d.txt");
        await fixture.put(".env");
        await symlink("../..", join(fixture.root, "a/up"));
        await symlink(
          join(fixture.base, "outside.txt"),
          join(fixture.root, "leak"),
        );
        if (confinement === "descriptor")
          await writeFile(
            Buffer.concat([
              Buffer.from(`${fixture.root}/`),
              Buffer.from([0xff]),
            ]),
            "",
          );
        await fixture.workspace.remove();
        expect((await readdir(fixture.base)).sort()).toEqual([
          "outside.txt",
          "ws-evil",
        ]);
        expect(await codeOf(fixture.workspace.readFile("a/b/c/d.txt"))).toBe(
          "TOOL_FAILED",
        );
      }
      expect(openDescriptors()).toBe(before);
    });

    it("is done when there is nothing left, twice, at once, and after close", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      for (let at = 0; at < 50; at++)
        await fixture.put(`${String(at % 7)}/${String(at)}.txt`);
      await fixture.workspace.close();
      await Promise.all([
        fixture.workspace.remove(),
        fixture.workspace.remove(),
      ]);
      await fixture.workspace.remove();
      expect(await exists(fixture.root)).toBe(false);
    });

    it("waits for writes that are under way", async () => {
      await using fixture = await temporaryWorkspace({
        confinement,
        artifacts,
      });
      const writes = Array.from({ length: 20 }, () =>
        fixture.workspace.writeArtifact("report.md", Buffer.alloc(50_000)),
      );
      await fixture.workspace.remove();
      expect(
        (await Promise.allSettled(writes)).every(
          ({ status }) => status === "fulfilled",
        ),
      ).toBe(true);
      expect(await exists(fixture.root)).toBe(false);
      expect(
        await codeOf(
          fixture.workspace.writeArtifact("report.md", Buffer.from("x")),
        ),
      ).toBe("TOOL_FAILED");
    });

    it("touches nothing when a link stands in its place", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await fixture.put("kept.txt");
      await rename(fixture.root, `${fixture.root}-moved`);
      await symlink("ws-evil", fixture.root);
      expect(await codeOf(fixture.workspace.remove())).toBe(
        "SYMLINK_NOT_ALLOWED",
      );
      expect(await readFile(join(fixture.base, "ws-evil/x.txt"), "utf8")).toBe(
        OUTSIDE_BYTES,
      );
      expect(await exists(`${fixture.root}-moved/kept.txt`)).toBe(true);
    });

    it("touches nothing when another folder stands in its place", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await rename(fixture.root, `${fixture.root}-moved`);
      await mkdir(fixture.root);
      await fixture.put("foreign.txt");
      const error = await fixture.workspace
        .remove()
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: "TOOL_FAILED",
        message: expect.stringContaining("nothing was removed") as string,
      });
      expect(await exists(join(fixture.root, "foreign.txt"))).toBe(true);
    });

    it("touches nothing when the folder above was replaced", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      const parent = fixture.base;
      await rename(parent, `${parent}-moved`);
      await mkdir(join(parent, "ws"), { recursive: true });
      await fixture.put("foreign.txt");
      expect(await codeOf(fixture.workspace.remove())).toBe("TOOL_FAILED");
      expect(await exists(join(parent, "ws/foreign.txt"))).toBe(true);
      await rename(parent, `${parent}-foreign`);
      await rename(`${parent}-moved`, parent);
      await rename(`${parent}-foreign`, join(parent, "foreign"));
    });
  },
);
