import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkImports, reportImports } from "../imports-check.ts";
import type { ImportReport } from "../imports-check.ts";
import { plantTree } from "./planted-tree.ts";
import type { PlantedTree } from "./planted-tree.ts";

interface RuleSet {
  readonly forbidden: readonly { readonly name: string }[];
}

let tree: PlantedTree;
let report: ImportReport;
beforeAll(async () => {
  tree = plantTree();
  report = await reportImports({ root: tree.root });
});
afterAll(() => tree.remove());

it("reports every planted violation and nothing else", () => {
  const found = report.violations.map(({ rule, from }) => `${rule}: ${from}`);
  expect([...new Set(found)].sort()).toEqual(tree.expected);
});

it("has a planted violation for every rule", () => {
  const rules = createRequire(import.meta.url)(
    "../../.dependency-cruiser.cjs",
  ) as RuleSet;
  const planted = new Set(tree.expected.map((line) => line.split(":")[0]));
  expect(
    rules.forbidden
      .map(({ name }) => name)
      .filter((name) => !planted.has(name)),
  ).toEqual([]);
});

it("has read every file of the tree", () => {
  expect(tree.files.filter((file) => !report.read.includes(file))).toEqual([]);
});

it("fails the check with a line for each violation", async () => {
  const { ok, output } = await checkImports({ root: tree.root });
  expect(ok).toBe(false);
  expect(output).toContain(
    "pi-only-in-pi-files: apps/server/src/pi-routes.ts → node_modules/@earendil-works/pi-ai/index.js",
  );
});
