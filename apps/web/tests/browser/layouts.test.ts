import { describe, expect, it } from "vitest";
import type { Locator } from "playwright-core";
import { studioOn } from "./demo-steps.ts";
import { sideways } from "./sideways.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer(width: number, height: number) {
  const visitor = await visits.visit({
    viewport: { width, height },
  });
  const studio = studioOn(visitor.page);
  await studio.button("useDemo").waitFor();
  return { page: visitor.page, studio };
}

const widthOf = async (box: Locator) =>
  Math.round((await box.boundingBox())?.width ?? 0);

describe("a wide screen", () => {
  it("shows three panels, whose sizes a person sets by key and by pointer, and finds them again", async () => {
    const { page, studio } = await newcomer(1440, 900);
    const left = page.locator(".panel.left");
    const right = page.locator(".panel.right");
    const before = { left: await widthOf(left), right: await widthOf(right) };
    const leftLine = page.getByRole("separator", { name: "左侧面板的宽度" });
    await leftLine.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    expect(await widthOf(left)).toBe(before.left + 16);
    expect(await leftLine.getAttribute("aria-valuenow")).toBe(
      String(before.left + 16),
    );
    const rightLine = page.getByRole("separator", { name: "事件时间线的宽度" });
    const box = (await rightLine.boundingBox())!;
    await page.mouse.move(box.x + 6, 400);
    await page.mouse.down();
    await page.mouse.move(box.x - 94, 420, { steps: 4 });
    await page.mouse.up();
    expect(await widthOf(right)).toBe(before.right + 100);
    await page.reload();
    await studio.button("useDemo").waitFor();
    expect(await widthOf(left)).toBe(before.left + 16);
    expect(await widthOf(right)).toBe(before.right + 100);
    await rightLine.dblclick();
    expect(await widthOf(right)).toBe(before.right);
  });

  it("puts a side away and brings it back, by button and by key", async () => {
    const { page, studio } = await newcomer(1440, 900);
    const toggle = page.getByRole("button", { name: "事件时间线面板" });
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    await toggle.click();
    expect(await studio.timeline.isVisible()).toBe(false);
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    await page.reload();
    await studio.button("useDemo").waitFor();
    expect(await studio.timeline.isVisible()).toBe(false);
    await page.keyboard.press("]");
    await studio.timeline.waitFor();
    await page.keyboard.press("[");
    expect(await studio.skills.isVisible()).toBe(false);
  });
});

describe("a tablet", () => {
  it("shows two panels, and the left one as a drawer that gives the focus back", async () => {
    const { page, studio } = await newcomer(1024, 768);
    expect(await studio.skills.isVisible()).toBe(false);
    expect(await studio.timeline.isVisible()).toBe(true);
    const toggle = page.getByRole("button", { name: "会话与技能" });
    await toggle.click();
    await studio.skills.waitFor();
    await page.locator("#panel-skills:focus").waitFor();
    await page.keyboard.press("Escape");
    expect(await studio.skills.isVisible()).toBe(false);
    await page.locator("#toggle-left:focus").waitFor();
    await toggle.click();
    await page.mouse.click(600, 300);
    expect(await studio.skills.isVisible()).toBe(false);
    await toggle.click();
    await page.getByRole("button", { name: "新建会话" }).click();
    await studio.skills.waitFor({ state: "hidden" });
    expect(await sideways(page)).toEqual([]);
  });
});

describe("a phone", () => {
  it("has tabs that arrow keys walk, and each control once", async () => {
    const { page, studio } = await newcomer(390, 844);
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    await tab("对话").focus();
    await page.keyboard.press("ArrowRight");
    await studio.skills.waitFor();
    expect(await studio.chat.isVisible()).toBe(false);
    await page.keyboard.press("End");
    await studio.timeline.waitFor();
    expect(await tab("事件").getAttribute("aria-selected")).toBe("true");
    for (const once of ["#composer", ".timeline", ".sessions"]) {
      expect(await page.locator(once).count(), once).toBe(1);
    }
  });

  it("keeps the draft and the place in each panel from tab to tab", async () => {
    const { page, studio } = await newcomer(390, 844);
    await studio.start();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    await studio.input.fill("稍后再写");
    const view = page.locator(".thread-viewport");
    await view.evaluate((element) => element.scrollTo(0, 120));
    const list = page.locator(".event-list");
    await page.getByRole("tab", { name: "事件" }).click();
    await list.evaluate((element) => element.scrollTo(0, 90));
    await page.getByRole("tab", { name: "对话" }).click();
    expect(await studio.input.inputValue()).toBe("稍后再写");
    expect(await view.evaluate(({ scrollTop }) => scrollTop)).toBe(120);
    await page.getByRole("tab", { name: "事件" }).click();
    expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(90);
    expect(await sideways(page)).toEqual([]);
  });

  it("has every control of the header in one line", async () => {
    const { page } = await newcomer(390, 844);
    const tops = await Promise.all(
      (await page.locator(".studio-header").getByRole("button").all()).map(
        async (button) => {
          const box = await button.boundingBox();
          return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
        },
      ),
    );
    expect(tops.length).toBeGreaterThan(3);
    expect(new Set(tops).size).toBe(1);
  });

  it("folds the rarer controls behind one button, and takes the focus back from there", async () => {
    const { page } = await newcomer(390, 844);
    const more = page.getByRole("button", { name: "更多" });
    await more.click();
    const light = page.getByRole("button", { name: "切换到浅色主题" });
    await light.click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
    await page.keyboard.press("Escape");
    await light.waitFor({ state: "hidden" });
    await page.locator(":focus[aria-expanded=false]").waitFor();
  });
});
