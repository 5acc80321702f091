import { mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLinkSwapper } from "./link-swapper.ts";
import {
  OUTSIDE_BYTES,
  pathsOf,
  type TemporaryWorkspace,
  temporaryWorkspace,
} from "./temporary-workspace.ts";

const artifacts = [{ name: "report.md", mediaType: "text/markdown" }];
const MAX_ATTEMPTS = 30_000;

/** Folder `d` with file `f` inside, and beside the workspace the link to a folder whose `f` is out of bounds. */
async function arrange(
  fixture: TemporaryWorkspace,
): Promise<{ target: string; link: string }> {
  await fixture.put("d/f", "inside");
  await mkdir(join(fixture.base, "secret/nested"), { recursive: true });
  await writeFile(join(fixture.base, "secret/f"), OUTSIDE_BYTES);
  await writeFile(join(fixture.base, "secret/nested/g"), OUTSIDE_BYTES);
  const link = join(fixture.base, "link");
  await symlink(join(fixture.base, "secret"), link);
  return { target: join(fixture.root, "d"), link };
}

interface Tally {
  readonly outcomes: Map<string, number>;
  count(outcome: string): number;
}

/** Repeats the work until the attacker was met often enough, in both states, or the bound is reached. */
async function underAttack(
  fixture: TemporaryWorkspace,
  work: () => Promise<string>,
): Promise<Tally> {
  const { target, link } = await arrange(fixture);
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.get(outcome) ?? 0;
  await using swapper = await startLinkSwapper(target, link);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 8) {
    const batch = await Promise.all(
      Array.from({ length: 8 }, () =>
        work().catch((error: unknown) =>
          String((error as { code?: unknown }).code),
        ),
      ),
    );
    for (const outcome of batch) outcomes.set(outcome, count(outcome) + 1);
    if (
      attempt >= 4_000 &&
      swapper.swaps() > 500 &&
      count("inside") > 50 &&
      count("SYMLINK_NOT_ALLOWED") + count(OUTSIDE_BYTES) > 50
    )
      break;
  }
  expect(swapper.swaps()).toBeGreaterThan(0);
  return { outcomes, count };
}

describe(
  "an attacker who swaps a folder with a link",
  { timeout: 120_000 },
  () => {
    it("path-112: never gets bytes from outside out of a read", async () => {
      await using fixture = await temporaryWorkspace();
      const tally = await underAttack(fixture, async () =>
        (await fixture.workspace.readFile("d/f")).bytes.toString(),
      );
      expect(
        [...tally.outcomes.keys()].filter(
          (outcome) =>
            !["inside", "SYMLINK_NOT_ALLOWED", "TOOL_FAILED"].includes(outcome),
        ),
      ).toEqual([]);
      expect(tally.count("inside")).toBeGreaterThan(0);
      expect(tally.count("SYMLINK_NOT_ALLOWED")).toBeGreaterThan(0);
    });

    it("gets such bytes from a reader that opens the path as it is, so the attack is a real one", async () => {
      await using fixture = await temporaryWorkspace();
      const tally = await underAttack(fixture, () =>
        readFile(join(fixture.root, "d/f"), "utf8"),
      );
      expect(tally.count(OUTSIDE_BYTES)).toBeGreaterThan(0);
    });

    it("never gets names from outside out of a list or a walk", async () => {
      await using fixture = await temporaryWorkspace();
      const { target, link } = await arrange(fixture);
      await using swapper = await startLinkSwapper(target, link);
      const seen = new Set<string>();
      for (let attempt = 0; attempt < 600; attempt++) {
        for (const path of await pathsOf(fixture.workspace.walk(".")))
          seen.add(path);
        const listing = await fixture.workspace
          .list("d")
          .catch(() => undefined);
        for (const { name } of listing?.entries ?? []) seen.add(name);
      }
      expect(swapper.swaps()).toBeGreaterThan(0);
      expect([...seen].filter((path) => path.includes("nested"))).toEqual([]);
    });

    it("path-113: never gets a file written outside, whichever folder is swapped", async () => {
      await using fixture = await temporaryWorkspace({ artifacts });
      const trap = join(fixture.base, "trap");
      await mkdir(trap);
      await writeFile(join(trap, "report.md"), OUTSIDE_BYTES);
      const link = join(fixture.base, "link");
      await symlink(trap, link);
      {
        await using swapper = await startLinkSwapper(fixture.root, link);
        for (let attempt = 0; attempt < 300; attempt++)
          await fixture.workspace.writeArtifact(
            "report.md",
            Buffer.from(String(attempt)),
          );
        expect(swapper.swaps()).toBeGreaterThan(0);
      }
      expect(await readdir(trap)).toEqual(["report.md"]);
      expect(await readFile(join(trap, "report.md"), "utf8")).toBe(
        OUTSIDE_BYTES,
      );
      expect(await readFile(join(fixture.root, "report.md"), "utf8")).toBe(
        "299",
      );
      expect(await readdir(fixture.root)).toEqual(["report.md"]);
    });

    it("path-115: never gets anything outside deleted when the workspace is removed", async () => {
      for (let round = 0; round < 5; round++) {
        await using fixture = await temporaryWorkspace();
        const { target, link } = await arrange(fixture);
        for (let at = 0; at < 40; at++) await fixture.put(`d/${String(at)}/x`);
        {
          await using swapper = await startLinkSwapper(target, link);
          await fixture.workspace.remove().catch(() => undefined);
          expect(swapper.swaps()).toBeGreaterThanOrEqual(0);
        }
        expect((await readdir(join(fixture.base, "secret"))).sort()).toEqual([
          "f",
          "nested",
        ]);
        expect(await readdir(join(fixture.base, "secret/nested"))).toEqual([
          "g",
        ]);
      }
    });
  },
);
