/** What is read out while things happen, and what the page is without colours of its own. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { studioOn } from "./demo-steps.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer() {
  const visitor = await visits.visit();
  const studio = studioOn(visitor.page);
  await studio.button("useDemo").waitFor();
  return { ...visitor, studio };
}

/** From now on, keeps what each live region says whenever it says something else. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const last = new Map<Element, string>();
    const live = "[role=status], [role=alert], [role=log], [aria-live]";
    const look = () => {
      for (const region of document.querySelectorAll(live)) {
        const text = region.textContent.trim();
        if (text === (last.get(region) ?? "")) continue;
        last.set(region, text);
        if (text !== "") heard.push(text);
      }
    };
    look();
    heard.length = 0;
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { heard });
  });
  return () =>
    page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

describe("live regions", () => {
  it("say a start, a question and an end once each, and never the words of an answer", async () => {
    const { page, studio } = await newcomer();
    await studio.useDemo();
    await page.getByText("当前模型").waitFor();
    const heard = await listen(page);
    await studio.button("fillDemo").click();
    await studio.button("send").click();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    const said = await heard();
    const times = (text: string) =>
      said.filter((one) => one.includes(text)).length;
    expect(times("回答已完成"), said.join("\n")).toBe(1);
    expect(times("需要批准"), said.join("\n")).toBe(1);
    for (const one of said) expect(one.length, one).toBeLessThan(80);
    expect(times("23412")).toBe(0);
  });

  it("say once that a run failed or was stopped", async () => {
    const { page, studio } = await newcomer();
    await studio.start();
    await studio.button("approve").waitFor();
    const heard = await listen(page);
    await studio.button("stop").click();
    await studio.hears(studio.names.stopped);
    const said = await heard();
    expect(said.filter((one) => one.includes(studio.names.stopped))).toEqual([
      studio.names.stopped,
    ]);
  });
});

describe("with the system's colours", () => {
  it("what is chosen, focused and open can still be told apart", async () => {
    const { page, studio } = await newcomer();
    await page.emulateMedia({ forcedColors: "active" });
    const outlineOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    const chosen = ".segments [aria-pressed=true]";
    expect(await outlineOf(chosen)).toBe("solid");
    expect(await outlineOf(".segments [aria-pressed=false]")).toBe("none");
    expect(await outlineOf(".timeline [role=tab][aria-selected=true]")).toBe(
      "solid",
    );
    await page.keyboard.press("Tab");
    expect(await outlineOf(":focus")).toBe("solid");
    for (const control of await page.locator(".studio .button").all()) {
      if (!(await control.isVisible())) continue;
      const width = await control.evaluate(
        (element) => getComputedStyle(element).borderTopWidth,
      );
      expect(parseFloat(width)).toBeGreaterThan(0);
    }
    // More than one plain: the outlines of three panels, text and controls.
    const picture = await page.screenshot();
    expect(picture.byteLength).toBeGreaterThan(10_000);
    await studio.timeline.waitFor();
  });
});

describe("the shortcuts", () => {
  it("stand in a list, lead to the panels and the composer, and never act while someone types", async () => {
    const { page, studio } = await newcomer();
    await page.keyboard.press("c");
    await page.locator("#composer:focus").waitFor();
    await page.keyboard.type("tn?");
    expect(await studio.input.inputValue()).toBe("tn?");
    await page.keyboard.press("F6");
    await page.locator("#panel-events:focus").waitFor();
    await page.keyboard.press("Shift+F6");
    await page.locator("#panel-chat:focus").waitFor();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "键盘快捷键" });
    await list.getByText("写消息").waitFor();
    const keys = await list.locator("kbd").allInnerTexts();
    expect(keys).toEqual(expect.arrayContaining(["F6", "F2", "Delete", "Z"]));
    await list.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.keyboard.press("t");
    expect(await list.count()).toBe(0);
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.reload();
    await studio.button("useDemo").waitFor();
    await page.keyboard.press("?");
    expect(await list.count()).toBe(0);
    await page.getByRole("button", { name: "键盘快捷键" }).click();
    await list.getByRole("checkbox").check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.locator("html[data-theme=dark]").waitFor();
    await page.keyboard.press("t");
    await page.locator("html[data-theme=light]").waitFor();
  });

  it("are told with the name of a control, by pointer and by keyboard, until Escape", async () => {
    const { page } = await newcomer();
    const tip = page.locator(".tooltip");
    await page.getByRole("button", { name: "键盘快捷键" }).hover();
    await tip.filter({ hasText: "键盘快捷键 ?" }).waitFor();
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "hidden" });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await tip.filter({ hasText: "会话与技能" }).waitFor();
    await page.keyboard.press("Tab");
    await tip.filter({ hasText: "切断事件流" }).waitFor();
  });
});
