import { readFileSync } from "node:fs";
import { link, mkdir, readFile, readdir, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  codeOf,
  OUTSIDE_BYTES,
  pathsOf,
  type TemporaryWorkspace,
  temporaryWorkspace,
} from "./temporary-workspace.ts";

interface Row {
  readonly id: string;
  readonly group: string;
  readonly op: "read" | "list" | "search" | "write";
  readonly path: string;
  readonly expect: string;
  readonly why: string;
  readonly alt?: string;
  readonly setup?: string;
}

const FILE = new URL(
  "../../../../fixtures/security/path-cases.json",
  import.meta.url,
);
const ROWS = JSON.parse(readFileSync(FILE, "utf8")) as readonly Row[];

const NOT_FOUND = "TOOL_FAILED";
const CODES: Readonly<Record<string, string>> = {
  deny_outside: "PATH_OUTSIDE_WORKSPACE",
  deny_traversal: "PATH_OUTSIDE_WORKSPACE",
  deny_invalid: "PATH_INVALID",
  deny_secret: "PROTECTED_PATH",
  deny_special: "NOT_A_REGULAR_FILE",
  too_large: "FILE_TOO_LARGE",
  io_error: "TOOL_FAILED",
  not_found: NOT_FOUND,
};

/** Rows with a test of their own: races, growing files, folders that cannot be written to, two names at once. */
const ELSEWHERE = new Set([
  "path-109",
  "path-110",
  "path-112",
  "path-113",
  "path-127",
  "path-128",
]);

async function arrange(row: Row, fixture: TemporaryWorkspace): Promise<void> {
  const { root, put } = fixture;
  await arrangeLinks(row, fixture);
  const findable = row.expect === "allow" && row.alt !== "not_found";
  const secret = row.group === "secret" && row.setup === undefined;
  if (row.op === "read" && (findable || secret))
    await put(row.path.replace(/\/\.$/, ""));
  await mkdir(join(root, "notes/sub"), { recursive: true });
}

async function arrangeLinks(
  { setup = "", path }: Row,
  { root }: TemporaryWorkspace,
): Promise<void> {
  for (const step of setup.split("; ")) {
    const [from, to] = step.split(" -> ");
    if (from !== undefined && to !== undefined)
      await symlink(to, join(root, from));
  }
  if (setup.startsWith("hard link"))
    await link(join(root, "../outside.txt"), join(root, path));
}

async function perform(
  row: Row,
  { workspace }: TemporaryWorkspace,
): Promise<unknown> {
  switch (row.op) {
    case "read":
      return (await workspace.readFile(row.path)).bytes.toString();
    case "list":
      return (await workspace.list(row.path)).entries;
    case "search":
      return pathsOf(workspace.walk(row.path));
    case "write":
      return workspace.writeArtifact(row.path, Buffer.from("written"));
  }
}

function accepted(row: Row): readonly string[] {
  const links =
    row.setup?.includes("->") === true && row.expect.startsWith("deny");
  if (links)
    return [
      "SYMLINK_NOT_ALLOWED",
      ...(row.id === "path-094" ? ["PATH_INVALID"] : []),
    ];
  return [row.expect, row.alt].flatMap((verdict) => CODES[verdict ?? ""] ?? []);
}

describe.each(["descriptor", "portable"] as const)(
  "path cases, %s confinement",
  (confinement) => {
    it.each(ROWS.filter(({ id }) => !ELSEWHERE.has(id)))(
      "$id: $op of $path: $why",
      async (row) => {
        // Rows that write through a link or replace a hard link need a name that may be written at all.
        const artifacts =
          row.op === "write" &&
          row.setup !== undefined &&
          !row.path.includes("/")
            ? [{ name: row.path, mediaType: "text/plain" }]
            : [];
        await using fixture = await temporaryWorkspace({
          artifacts,
          confinement,
        });
        const server =
          row.setup === "listening socket"
            ? createServer().listen(join(fixture.root, row.path))
            : undefined;
        await arrange(row, fixture);
        const outcome = await perform(row, fixture).then(
          (value) => ({ value }),
          (error: unknown) => ({
            code: (error as { code?: unknown }).code,
            message: String(error),
          }),
        );
        server?.close();
        expect(JSON.stringify(outcome)).not.toContain(OUTSIDE_BYTES);
        expect(JSON.stringify(outcome)).not.toContain(fixture.base);
        if ("value" in outcome)
          expect([
            row.expect,
            row.alt?.replace("allow_via_rename", "allow"),
          ]).toContain("allow");
        else expect(accepted(row)).toContain(outcome.code);
        expect(await readFile(join(fixture.base, "outside.txt"), "utf8")).toBe(
          OUTSIDE_BYTES,
        );
        expect((await readdir(fixture.base)).sort()).toEqual([
          "outside.txt",
          "ws",
          "ws-evil",
        ]);
      },
    );

    it("path-098 finds what is there and nothing behind links", async () => {
      await using fixture = await temporaryWorkspace({ confinement });
      await symlink(".", join(fixture.root, "loop"));
      await symlink("/", join(fixture.root, "dir-out"));
      await fixture.put("notes/a.txt");
      const walk = fixture.workspace.walk(".");
      const paths = await pathsOf(walk);
      expect(paths).toEqual(["notes", "notes/a.txt"]);
      expect(walk.summary).toEqual({
        omitted: { links: 2, protectedNames: 0, unusable: 0 },
        truncatedBy: undefined,
      });
    });

    it.each([
      ["Café.txt".normalize("NFC"), "Café.txt".normalize("NFD")],
      ["A.txt", "a.txt"],
    ])(
      "path-127, path-128: refuses to declare both %s and %s",
      async (one, other) => {
        const artifacts = [one, other].map((name) => ({
          name,
          mediaType: "text/plain",
        }));
        expect(
          await codeOf(temporaryWorkspace({ artifacts, confinement })),
        ).toBe("PATH_INVALID");
      },
    );
  },
);
