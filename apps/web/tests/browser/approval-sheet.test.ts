import { describe, expect, it } from "vitest";
import { violations } from "./axe-findings.ts";
import { scriptFor } from "./approval-scripts.ts";
import { POLL } from "./approval-steps.ts";
import { scriptedVisits } from "./scripted-visits.ts";

/** The model answers once this is settled. */
let held: Promise<undefined> = Promise.resolve(undefined);

const { welcome } = scriptedVisits(async (prompt) => {
  await held;
  return scriptFor(prompt);
});

const PHONE = { width: 390, height: 844 };

describe("the sheet of a phone", () => {
  it("keeps the focus inside, is put away without deciding, and comes back", async () => {
    const { page, ask, a, cards, button, outcomes, approve, studio } =
      await welcome({ viewport: PHONE });
    await ask("one");
    const sheet = page.getByRole("dialog", { name: a("sheet") });
    await sheet.waitFor();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      const isInside = await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest("dialog") !== null,
      );
      expect(isInside).toBe(true);
    }
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(await outcomes.count()).toBe(0);
    await button(a("open")).first().click();
    await sheet.waitFor();
    await page.mouse.click(195, 20);
    await sheet.waitFor({ state: "detached" });
    expect(await outcomes.count()).toBe(0);
    await button(a("open")).first().click();
    expect(await cards.count()).toBe(1);
    const size = await approve().boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(44);
    await approve().click();
    await sheet.waitFor({ state: "detached" });
    await studio.hears(studio.names.done);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= window.innerWidth,
      ),
    ).toBe(true);
  });

  it("shows several questions one at a time, each with its own answer", async () => {
    const { page, a, cards, button, approve, deny, endings, studio } =
      await welcome({ viewport: PHONE });
    await studio.input.fill("three");
    await studio.button("send").click();
    await cards.waitFor();
    await page.getByText("第 1 个，共 3 个").first().waitFor();
    await button(a("next")).click();
    await cards.filter({ hasText: "second" }).waitFor();
    await deny().click();
    await cards.filter({ hasText: "first" }).waitFor();
    await approve().click();
    await cards.filter({ hasText: "third" }).waitFor();
    await approve().click();
    await studio.hears(studio.names.done);
    expect(await endings()).toEqual(["approved", "denied", "approved"]);
  });

  it("waits until someone who writes has paused", async () => {
    const { page, a, cards, studio, button, approve } = await welcome({
      viewport: PHONE,
    });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise;
    await studio.input.fill("one");
    await page.keyboard.press("Enter");
    await studio.button("stop").waitFor();
    await studio.input.fill("more to say");
    resolve(undefined);
    await button(a("open")).first().waitFor();
    expect(await cards.count()).toBe(0);
    await studio.input.fill("");
    await approve().waitFor();
  });
});

describe("axe", () => {
  it.each([
    ["dark", "zh-CN", 1440, 900],
    ["light", "en-US", 1024, 768],
    ["light", "zh-CN", 390, 844],
    ["dark", "en-US", 390, 844],
  ] as const)(
    "finds nothing at approvals in the %s theme in %s at %i pixels",
    async (theme, locale, width, height) => {
      const { page, ask, a, button, approve, cards, studio } = await welcome({
        theme,
        locale,
        viewport: { width, height },
      });
      await ask("lie");
      expect(await violations(page), "question").toEqual([]);
      await cards.getByText(a("raw")).click();
      await button(a("edit")).click();
      await page.getByRole("textbox", { name: /^title/ }).fill("");
      await button(a("editReview")).click();
      await cards.locator(".field-problem").first().waitFor();
      expect(await violations(page), "changes").toEqual([]);
      await page.getByRole("textbox", { name: /^title/ }).fill("Other");
      await button(a("editReview")).click();
      await cards.locator(".change-list").waitFor();
      expect(await violations(page), "review").toEqual([]);
      await approve().click();
      await studio.hears(studio.names.done);
      expect(await violations(page), "answer").toEqual([]);
      await page.getByRole("switch").click();
      await button(a("trustYes")).waitFor();
      expect(await violations(page), "trust").toEqual([]);
      await button(a("trustYes")).click();
      await page.getByText(a("trustOn")).waitFor();
      expect(await violations(page), "trusted").toEqual([]);
    },
  );

  it("finds nothing in what is longer than a screen", async () => {
    const { page, ask, approve } = await welcome();
    await ask("orders");
    await expect.poll(() => approve().isDisabled(), POLL).toBe(true);
    expect(await violations(page)).toEqual([]);
  });
});
