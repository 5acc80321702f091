/** What is measured by programs of their own: the web app in a real browser, pictures and the fold. */
import { BUNDLE } from "./bundle.ts";
import { createProgram } from "./program-scenario.ts";
import type { Scenario } from "./scenario.ts";

export const PROGRAM_SCENARIOS: readonly Scenario[] = [
  createProgram({
    name: "fold",
    title: "The fold of 100,000 deltas in 250 messages",
    file: "fold.ts",
    args: ["typical"],
    figures: ["milliseconds"],
  }),
  createProgram({
    name: "uploads",
    title:
      "Photos of 12 megapixels uploaded two at a time, and other requests meanwhile",
    file: "uploads.ts",
    figures: ["perSecond", "p99Ms", "rssGrowthMiB"],
  }),
  createProgram({
    name: "browser-answer",
    title: "An answer at 200 deltas/s below 200 messages, in Chromium",
    file: "browser.ts",
    args: ["answer"],
    figures: ["share", "count", "milliseconds"],
  }),
  createProgram({
    name: "browser-open",
    title: "The opening of a session of 10,000 events, in Chromium",
    file: "browser.ts",
    args: ["open"],
    figures: ["milliseconds"],
  }),
  BUNDLE,
];
