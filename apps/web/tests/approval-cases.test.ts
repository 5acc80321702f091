import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import cases from "../../../fixtures/cases/approval-card-cases.json" with { type: "json" };

const FOLDER = fileURLToPath(new URL("./browser/", import.meta.url));

describe("what went wrong elsewhere at approvals", () => {
  const written = globSync("approval-*.test.ts", { cwd: FOLDER })
    .map((name) => readFileSync(`${FOLDER}${name}`, "utf8"))
    .join("\n");

  it.each(cases.map(({ id, right }) => [id, right] as const))(
    "%s is tried in a real browser: %s",
    (id) => {
      expect(written).toContain(`[${id}]`);
    },
  );
});
