import { check } from "prettier";
import { expect, it } from "vitest";
import { reportOf } from "../src/bench-report.ts";
import { replaceBlock } from "../src/docs-block.ts";

const RUN = {
  startedAt: new Date("2026-02-03T04:05:06Z"),
  seconds: 5,
  rounds: 3,
  command: "npm run bench",
  machine: {
    cores: 2,
    processor: "Some processor",
    memoryGiB: 8,
    node: "24.0.0",
    kernel: "Linux 6",
  },
  scenarios: [
    { name: "idle", title: "Watchers at rest", figures: ["count"] },
    { name: "herd", title: "A herd", figures: ["doneMs"] },
  ],
  trials: [
    { scenario: "herd", contender: "raw", round: 1, figures: { doneMs: 12 } },
  ],
} as const;
const DOCUMENT =
  "# Text\n\n<!-- benchmark: begin -->\n\nOUTDATED\n\n<!-- benchmark: end -->\n\nMore.\n";

it("says where and when, and shows what was measured", () => {
  const report = reportOf(RUN);
  expect(report).toContain(
    "Measured on 2026-02-03 with `npm run bench` on 2 cores (Some processor), 8 GiB, Node 24.0.0, Linux 6; the median of 3.",
  );
  expect(report).toContain("### A herd");
  expect(report).not.toContain("Watchers at rest");
});

it("takes the place of the last one in a document that stays well formatted", async () => {
  const written = replaceBlock(DOCUMENT, reportOf(RUN));
  expect(written).not.toContain("OUTDATED");
  expect(written).toContain("# Text\n");
  expect(written).toContain("\n\nMore.\n");
  expect(await check(written, { parser: "markdown" })).toBe(true);
  expect(replaceBlock(written, reportOf(RUN))).toBe(written);
});

it("writes into no document that has no place for it", () => {
  expect(() => replaceBlock("# Text\n", "new")).toThrow("no place");
});
