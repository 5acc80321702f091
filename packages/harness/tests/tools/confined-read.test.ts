import { describe, expect, it } from "vitest";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runRead } from "../../src/tools/confined-read.ts";
import { temporaryWorkspace } from "../workspace/temporary-workspace.ts";

const { signal } = new AbortController();
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${String(at + 1)}`).join("\n");

async function read(
  content: string | Uint8Array,
  args: { offset?: number; limit?: number } = {},
) {
  await using fixture = await temporaryWorkspace();
  await fixture.put("a.txt", content);
  return await runRead(fixture.workspace, { path: "a.txt", ...args }, signal);
}

describe("read", () => {
  it("shows a whole file as it is, without a last newline of its own", async () => {
    const { text, details } = await read("eins\r\n二\n");
    expect(text).toBe("eins\r\n二");
    expect(details).toEqual({
      path: "a.txt",
      sizeBytes: 10,
      totalLines: 2,
      firstLine: 1,
      lastLine: 2,
      truncated: false,
    });
  });

  it("counts lines from 1 and says how to go on", async () => {
    expect((await read(numbered(10), { offset: 3, limit: 2 })).text).toBe(
      "line 3\nline 4\n\n[Showing lines 3-4 of 10. Use offset=5 to continue.]",
    );
    expect((await read(numbered(10), { offset: 9 })).text).toBe(
      "line 9\nline 10",
    );
    expect((await read(numbered(10), { offset: 0, limit: 1 })).text).toMatch(
      /^line 1\n\n\[/,
    );
  });

  it("stops at 2000 lines and at 50 KB, and says so", async () => {
    expect((await read(numbered(5_000))).text).toMatch(
      /line 2000\n\n\[Showing lines 1-2000 of 5000\. Use offset=2001 to continue\.\]$/,
    );
    const wide = await read(
      Array.from({ length: 100 }, () => "x".repeat(1_023)).join("\n"),
    );
    expect(wide.text).toMatch(
      /\[Showing lines 1-50 of 100\. Use offset=51 to continue\.\]$/,
    );
    expect(Buffer.byteLength(wide.text)).toBeLessThan(52_000);
    expect(
      (await read(numbered(5_000), { limit: 4_000 })).details,
    ).toMatchObject({ lastLine: 2_000, truncated: true });
  });

  it("shows the beginning of a line that is too long by itself, whole characters only", async () => {
    const { text } = await read(`${"名".repeat(30_000)}\nnext`);
    expect(text).toMatch(
      /名\n\n\[Line 1 is 87\.9 KB long; only its first 50 KB are shown\..*Use offset=2/,
    );
    expect(text).not.toContain("\ufffd");
  });

  it("names the valid offsets when one is past the end", async () => {
    await expect(read(numbered(3), { offset: 4 })).rejects.toMatchObject({
      code: "TOOL_ARGUMENTS_INVALID",
      message: expect.stringContaining("from 1 to 3") as string,
    });
    expect((await read("", { offset: 1 })).text).toBe("(empty file)");
  });

  it("calls binary files binary, and shows broken UTF-8 with replacement characters", async () => {
    const image = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]);
    expect((await read(image)).text).toBe(
      "[a.txt is a binary file (8 B), or not UTF-8, so it cannot be shown as text.]",
    );
    expect(
      (
        await read(
          Uint8Array.from(
            Array.from({ length: 300 }, (_, at) => 0x80 + (at % 0x40)),
          ),
        )
      ).details,
    ).toMatchObject({ binary: true });
    expect(
      (
        await read(
          Buffer.concat([
            Buffer.from("mostly fine text "),
            Buffer.from([0xff]),
          ]),
        )
      ).text,
    ).toBe("mostly fine text \ufffd");
    expect((await read("\ufeffwith a mark")).text).toBe("with a mark");
  });

  it("does not take a character cut by the sample's end for a broken one", async () => {
    expect((await read("名".repeat(40_000))).details).toMatchObject({
      totalLines: 1,
    });
  });

  it("reads skills by the path that the model sees", async () => {
    await using outer = await temporaryWorkspace();
    const path = join(outer.base, "skill");
    await mkdir(path);
    await writeFile(join(path, "SKILL.md"), "# How to");
    await using fixture = await temporaryWorkspace({
      readOnlyRoots: [{ name: "how-to", path }],
    });
    expect(
      await runRead(
        fixture.workspace,
        { path: "skills/how-to/SKILL.md" },
        signal,
      ),
    ).toMatchObject({
      text: "# How to",
      details: { path: "skills/how-to/SKILL.md" },
    });
  });

  it("passes the workspace's refusals on", async () => {
    await using fixture = await temporaryWorkspace();
    await expect(
      runRead(fixture.workspace, { path: "../outside.txt" }, signal),
    ).rejects.toMatchObject({ code: "PATH_OUTSIDE_WORKSPACE" });
    await expect(
      runRead(fixture.workspace, { path: ".env" }, signal),
    ).rejects.toMatchObject({ code: "PROTECTED_PATH" });
  });
});
