/** Every state of the page, drawn by the page itself in its gallery, in both themes and at each width. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { violations } from "./axe-findings.ts";
import { sideways } from "./sideways.ts";
import { smallTargets } from "./small-targets.ts";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type { RunningServer, Visitor } from "./studio-under-test.ts";

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

async function galleryAt(width: number, height: number, scale = 1) {
  const visitor = await visit(browser, {
    address: server.address,
    viewport: { width, height },
    scale,
  });
  // One state is a part of the page that fails.
  visitor.tolerate(/This state is the crash of a part/);
  const { page } = visitor;
  await page.goto(`${server.address}/states.html`);
  const names = await page.locator(".states-bar option").allInnerTexts();
  return { ...visitor, names };
}

/** Shows a state and waits until it is what it is: nothing loads any more, and the page has been drawn. */
async function show(page: Page, name: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, name);
  await page.locator(`.state-frame[data-state="${name}"]`).waitFor();
  await page.waitForFunction(() => {
    const frame = document.querySelector(".state-frame");
    return frame?.getAttribute("data-settled") === "true";
  });
}

const placeOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

async function close({ context, problems }: Visitor): Promise<void> {
  await context.close();
  expect(problems).toEqual([]);
}

describe("every state", () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)(
    "has nothing that axe finds, and does not scroll sideways, at %i pixels in both themes",
    async (width, height) => {
      const gallery = await galleryAt(width, height);
      const { page, names } = gallery;
      const findings: string[] = [];
      const note = (state: string, found: readonly string[]) =>
        findings.push(...found.map((one) => `${state}: ${one}`));
      for (const name of names) {
        await show(page, name);
        note(`${name} dark`, await violations(page));
        note(name, await sideways(page));
        if (width < 400) note(name, await smallTargets(page));
        await page.emulateMedia({ colorScheme: "light" });
        await page.locator("html[data-theme=light]").waitFor();
        note(`${name} light`, await violations(page, "colours"));
        await page.emulateMedia({ colorScheme: "dark" });
      }
      expect(findings).toEqual([]);
      await close(gallery);
    },
    240_000,
  );
});

describe("a zoom of 200 %", () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)(
    "loses nothing at %i pixels and scrolls nothing sideways",
    async (fullWidth, fullHeight) => {
      const [width, height] = [fullWidth / 2, fullHeight / 2];
      const gallery = await galleryAt(width, height, 2);
      const { page } = gallery;
      for (const name of ["empty", "approval", "answered", "strange", "cut"]) {
        await show(page, name);
        expect(await sideways(page), name).toEqual([]);
        const header = page.locator(".studio-header");
        for (const control of await header.getByRole("button").all()) {
          const { left, right } = await placeOf(control);
          expect(left, name).toBeGreaterThanOrEqual(0);
          expect(right, name).toBeLessThanOrEqual(width);
        }
        const panel = await placeOf(page.locator("#panel-chat"));
        expect(panel.bottom - panel.top, name).toBeGreaterThan(300);
      }
      await page.locator("#composer").scrollIntoViewIfNeeded();
      const field = await placeOf(page.locator("#composer"));
      expect(field.top).toBeGreaterThanOrEqual(0);
      expect(field.bottom).toBeLessThanOrEqual(height);
      await close(gallery);
    },
  );
});

describe("a state of the connection", () => {
  it("says what it is, and the way on", async () => {
    const gallery = await galleryAt(1024, 768);
    const { page } = gallery;
    for (const [name, text, action] of [
      ["offline", "离线", "立即重试"],
      ["reconnecting", "第 10 个事件之后", "立即重试"],
      ["server-restarting", "正在重启", "立即重试"],
      ["cut", "第 10 个事件之后", "恢复事件流"],
      ["paused", "标签页", "在此继续"],
      ["session-gone", "已没有这个会话", "重新开始"],
      ["viewer-gone", "浏览器", "重新开始"],
      ["deleted", "已被删除", "重新开始"],
      ["stream-limited", "请求", "立即重试"],
    ] as const) {
      await show(page, name);
      const banner = page.locator(".banner");
      expect(await banner.innerText(), name).toContain(text);
      await banner.getByRole("button", { name: action }).waitFor();
    }
    await close(gallery);
  });
});
