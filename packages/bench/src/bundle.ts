import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { firstScripts } from "../../../scripts/bundle-check.ts";
import { buildWeb } from "../../../scripts/web-build.ts";
import type { Scenario } from "./scenario.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** What a first visit fetches of JavaScript; of two languages both count, so it is a little more than one visit's. */
export const BUNDLE: Scenario = {
  name: "bundle",
  title: "JavaScript of a first visit to the web app, as gzip",
  contenders: ["studio"],
  figures: ["kilobytes", "count"],
  rounds: 1,
  measure: async () => {
    await buildWeb({ root: ROOT, say: () => undefined });
    const dist = join(ROOT, "apps", "web", "dist");
    const scripts = firstScripts(dist);
    const bytes = scripts
      .map((file) => gzipSync(readFileSync(join(dist, file))).length)
      .reduce((sum, length) => sum + length, 0);
    return { figures: { kilobytes: bytes / 1000, count: scripts.length } };
  },
};
