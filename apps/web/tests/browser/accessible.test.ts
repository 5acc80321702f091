import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { violations } from "./axe-findings.ts";
import { studioOn } from "./demo-steps.ts";
import { settingsOn } from "./settings-dialog.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const visitor = await visits.visit(options);
  return { ...visitor, studio: studioOn(visitor.page) };
}

/** Presses Tab until what has the focus has this name. */
async function tabTo(page: Page, name: string, key = "Tab") {
  for (let step = 0; step < 60; step += 1) {
    const focused = page.locator(":focus");
    if ((await focused.count()) > 0) {
      const label =
        (await focused.getAttribute("aria-label")) ??
        (await focused.innerText());
      if (label.trim() === name) return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never led to ${name}.`);
}

describe("axe", () => {
  it.each([
    ["dark", 1440, 900],
    ["light", 1024, 768],
    ["dark", 390, 844],
  ] as const)(
    "finds nothing in the %s theme at %i pixels",
    async (theme, width, height) => {
      const { page, studio } = await newcomer({
        theme,
        viewport: { width, height },
      });
      await studio.button("useDemo").waitFor();
      expect(await violations(page), "first page").toEqual([]);
      const settings = settingsOn(page);
      await settings.open();
      expect(await violations(page), "model settings").toEqual([]);
      await settings.preset("OpenAI").click();
      await settings.dialog.getByText(settings.text("form.optional")).click();
      await settings.button("headers.add").click();
      await settings.save();
      await page.locator(".field-problem").first().waitFor();
      expect(await violations(page), "what is wrong").toEqual([]);
      await page.keyboard.press("Escape");
      await studio.start();
      await studio.button("approve").waitFor();
      expect(await violations(page), "approval").toEqual([]);
      await studio.button("approve").click();
      await studio.hears(studio.names.done);
      expect(await violations(page), "answer").toEqual([]);
      if (width > 860) {
        await page.locator("[data-type]").last().click();
        expect(await violations(page), "event").toEqual([]);
        return;
      }
      for (const name of ["技能", "事件"]) {
        await page.getByRole("tab", { name, exact: true }).click();
        expect(await violations(page), name).toEqual([]);
      }
    },
  );
});

describe("the keyboard alone", () => {
  it("goes from the first page to the approved report, and through the events", async () => {
    const { page, studio } = await newcomer();
    await studio.button("useDemo").waitFor();
    await tabTo(page, studio.names.useDemo);
    await page.keyboard.press("Enter");
    await page.getByText("当前模型").waitFor();
    await page.locator("#composer:focus").waitFor();
    await tabTo(page, studio.names.fillDemo);
    await page.keyboard.press("Space");
    await page.locator("#composer:focus").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("谢谢");
    expect(await studio.input.inputValue()).toMatch(/\n谢谢$/);
    await page.keyboard.press("Enter");
    await studio.button("approve").waitFor();
    // Whoever has sent a message and writes nothing is taken to the question.
    await page.locator("[data-approval]:focus").waitFor();
    await tabTo(page, studio.names.deny);
    await tabTo(page, studio.names.approve, "Shift+Tab");
    await page.keyboard.press("Enter");
    await studio.hears(studio.names.done);
    await page.locator("#composer:focus").waitFor();
    await tabTo(page, "事件，从旧到新");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "事件 2", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    expect(
      await page.getByRole("region", { name: "事件 2", exact: true }).count(),
    ).toBe(0);
  });

  it("keeps the focus in the model settings and gives it back", async () => {
    const { page, studio } = await newcomer();
    await studio.button("model").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe(
      studio.names.model,
    );
  });

  it("does not send what an input method is still composing", async () => {
    const { page, studio } = await newcomer();
    await studio.useDemo();
    await studio.input.fill("ni hao");
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      await studio.input.dispatchEvent("keydown", {
        key: "Enter",
        bubbles: true,
        ...init,
      });
    }
    expect(await studio.input.inputValue()).toBe("ni hao");
    expect(await page.locator(".message").count()).toBe(0);
  });
});

describe("the model settings", () => {
  it("are used by the keyboard alone, and fit a small screen", async () => {
    const { page, studio } = await newcomer({
      viewport: { width: 390, height: 844 },
    });
    const settings = settingsOn(page);
    await studio.button("model").focus();
    await page.keyboard.press("Enter");
    await settings.key.waitFor();
    await tabTo(page, "DeepSeek");
    await page.keyboard.press("Space");
    await tabTo(page, settings.text("key.show"));
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.locator("[data-secret=key]:focus[aria-invalid=true]").waitFor();
    await tabTo(page, settings.text("form.optional"));
    await page.keyboard.press("Enter");
    await tabTo(page, settings.text("headers.add"));
    await page.keyboard.press("Enter");
    const overflows = await settings.dialog.evaluate(
      (dialog) => dialog.scrollWidth > dialog.clientWidth,
    );
    expect(overflows).toBe(false);
    await tabTo(page, "使用演示模型", "Shift+Tab");
    await page.keyboard.press("Enter");
    await settings.dialog.waitFor({ state: "detached" });
    await page.getByText("当前模型").waitFor();
  });
});

describe("a small screen", () => {
  it("shows one panel at a time, all of it, without scrolling sideways", async () => {
    const { page, studio } = await newcomer({
      viewport: { width: 390, height: 844 },
    });
    await studio.start();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    for (const [name, region] of [
      ["技能", studio.skills],
      ["事件", studio.timeline],
      ["对话", studio.chat],
    ] as const) {
      await page.getByRole("tab", { name, exact: true }).click();
      await region.waitFor();
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth > innerWidth,
      );
      expect(sideways, name).toBe(false);
    }
  });
});
