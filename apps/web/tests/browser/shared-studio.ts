/** What all files of browser tests share, started before the first and ended after the last. */
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchOptions, startOwnServer } from "./studio-under-test.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the server whose demo model answers at once. */
    readonly instant: string;
    /** The address of the one whose demo model answers at a reader's pace. */
    readonly natural: string;
    /** Where a Chromium takes connections. */
    readonly browser: string;
  }
}

export async function setup(project: TestProject) {
  const instant = await startOwnServer("instant");
  const natural = await startOwnServer("natural");
  const browser = await chromium.launchServer(await launchOptions());
  project.provide("instant", instant.address);
  project.provide("natural", natural.address);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await Promise.all([instant.stop(), natural.stop()]);
  };
}
