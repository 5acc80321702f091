/** What a first visit downloads, in a browser: the check of the build counts the same without one. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { firstScripts } from "../../../../scripts/bundle-check.ts";
import { studioOn } from "./demo-steps.ts";
import { startBrowser, startServer } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const LIMIT_BYTES = 250_000;

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  server = await startServer("instant");
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

it("loads for an empty session what the check counts, and less than its limit", async () => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  // What is fetched for later, when there is nothing to do, is not part of it.
  await page.addInitScript("window.requestIdleCallback = () => 0");
  const bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) {
      bodies.set(pathname.slice(1), response.body());
    }
  });
  await page.goto(server.address);
  await studioOn(page).button("useDemo").waitFor();
  await page.locator(".event-list").waitFor();
  const scripts = await Promise.all(bodies.values());
  const bytes = scripts.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThan(LIMIT_BYTES);
  const counted = new Set(firstScripts(DIST));
  expect([...bodies.keys()].filter((file) => !counted.has(file))).toEqual([]);
  await context.close();
});
