/** Dialogs whose code is on its way when they are asked for, as on a slow line. */
import { describe, expect, it } from "vitest";
import type { Route } from "playwright-core";
import { EN } from "../../src/texts/en.ts";
import { studioOn } from "./demo-steps.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

/** A page on which one part of the program does not come before it is let go. */
async function slowVisitor(part: string) {
  const visitor = await visits.visit({ locale: "en-US" });
  const { page } = visitor;
  const studio = studioOn(page, "en-US");
  await studio.useDemo();
  const asked = Promise.withResolvers<Route>();
  await page.route(`**/assets/${part}-*.js`, asked.resolve, { times: 1 });
  const dialog = page.getByRole("dialog");
  return { ...visitor, studio, dialog, asked: asked.promise };
}

const DIALOGS = [
  ["the figures", "figures-dialog", EN["figures.open"]],
  ["the shortcuts", "shortcuts-dialog", EN["shortcuts.open"]],
  ["the link", "link-dialog", EN["link.open"]],
] as const;

describe("a dialog that is still loading", () => {
  it.each(DIALOGS)("has the keyboard at once: %s", async (_, part, name) => {
    const { page, studio, dialog, asked } = await slowVisitor(part);
    await page.getByRole("button", { name }).click();
    const route = await asked;
    await dialog.getByRole("status").waitFor();
    await page.keyboard.type("abc");
    expect(await studio.input.inputValue()).toBe("");
    await route.continue();
    await dialog.getByRole("status").waitFor({ state: "detached" });
    await dialog.getByRole("heading").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("button", { name })
      .and(page.locator(":focus"))
      .waitFor();
  });

  it.each(DIALOGS)("is taken back by Escape: %s", async (_, part, name) => {
    const { page, studio, dialog, asked } = await slowVisitor(part);
    await page.getByRole("button", { name }).click();
    const route = await asked;
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await studio.input.fill("abc ");
    const loaded = page.waitForResponse((response) =>
      response.url().includes(part),
    );
    await route.continue();
    await (await loaded).finished();
    await studio.input.press("d");
    expect(await studio.input.inputValue()).toBe("abc d");
    expect(await dialog.count()).toBe(0);
  });
});
