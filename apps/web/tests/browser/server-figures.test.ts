/** What the server says about itself, as a person sees it on demand. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { violations } from "./axe-findings.ts";
import { studioOn } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";
import { studioVisits } from "./studio-visits.ts";

const NAMES = {
  "zh-CN": {
    title: "服务器状态",
    more: "更多",
    streams: "打开的事件流",
    close: "关闭",
  },
  "en-US": {
    title: "Server figures",
    more: "More",
    streams: "Open streams",
    close: "Close",
  },
} as const;

const visits = studioVisits();

async function newcomer(
  locale: Language,
  viewport = { width: 1440, height: 900 },
): Promise<Page> {
  const visitor = await visits.visit({ locale, viewport });
  const page = await visitor.open();
  await studioOn(page, locale).input.waitFor();
  return page;
}

/** The value beside a name, once it is there. */
const valueOf = (page: Page, name: string) =>
  page.locator(".server-figures > div").filter({ hasText: name }).locator("dd");

describe("the server's figures", () => {
  it("open with a key, tell how many streams are open, and give the focus back", async () => {
    const page = await newcomer("zh-CN");
    const names = NAMES["zh-CN"];
    const asked: string[] = [];
    page.on("request", (request) =>
      asked.push(new URL(request.url()).pathname),
    );
    const opener = page.getByRole("button", { name: names.title });
    await opener.focus();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: names.title });
    await dialog.waitFor();
    const streams = await valueOf(page, names.streams).innerText();
    expect(Number(streams)).toBeGreaterThanOrEqual(1);
    expect(asked).toContain("/api/metrics");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await opener.and(page.locator(":focus")).waitFor();
  });

  it("fit a phone in English, behind the button for more", async () => {
    const page = await newcomer("en-US", { width: 390, height: 844 });
    const names = NAMES["en-US"];
    await page.getByRole("button", { name: names.more }).click();
    await page.getByRole("button", { name: names.title }).click();
    const dialog = page.getByRole("dialog", { name: names.title });
    await valueOf(page, names.streams).waitFor();
    const widths = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector(".modal")?.scrollWidth ?? Infinity,
    ]);
    expect(Math.max(...widths)).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: names.close }).click();
    await dialog.waitFor({ state: "hidden" });
  });
});
