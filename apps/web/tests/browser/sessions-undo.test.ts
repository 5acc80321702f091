import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { violations } from "./axe-findings.ts";
import { personWith } from "./session-steps.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function person(
  titles: readonly string[],
  options: Partial<VisitorOptions> = {},
) {
  const { address } = visits;
  return visits.keep(
    await personWith(visits.browser, titles, { address, ...options }),
  );
}

const WAIT = { timeout: 20_000 };
const notes = (page: Page) => page.locator(".deletion");
const remaining = (listed: readonly { readonly title: string }[]) =>
  listed.map(({ title }) => title).sort();

describe("deleting sessions", () => {
  it("takes the row away at once, tells the server when the time is up, and is done", async () => {
    const { page, row, titles, listed } = await person(["one", "two", "three"]);
    await row("two").locator(".session-open").focus();
    await page.keyboard.press("Delete");
    await page.getByText("已删除“two”。").waitFor();
    expect(await titles()).toEqual(["three", "one"]);
    expect(remaining(await listed())).toEqual(["one", "three", "two"]);
    const deleted = page.waitForResponse(
      (response) => response.request().method() === "DELETE",
    );
    expect((await deleted).status()).toBe(204);
    await notes(page).waitFor({ state: "detached" });
    expect(remaining(await listed())).toEqual(["one", "three"]);
  });

  it("is undone by the keyboard alone: by its button, and by Ctrl+Z", async () => {
    const { page, row, titles, focusedRow, listed } = await person([
      "one",
      "two",
      "three",
    ]);
    await row("three").locator(".session-open").focus();
    await page.keyboard.press("Delete");
    await notes(page).waitFor();
    expect(await focusedRow()).toBe("two");
    await page.keyboard.press("Shift+Tab");
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe(
      "撤销：恢复“three”",
    );
    // Nobody is hurried: the time stands still while the button has the focus.
    await page.getByText("已暂停").waitFor();
    await page.keyboard.press("Enter");
    await row("three").waitFor();
    expect(await focusedRow()).toBe("three");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Delete");
    expect(await notes(page).count()).toBe(2);
    expect(await titles()).toEqual(["one"]);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await notes(page).first().waitFor({ state: "detached" });
    expect([...(await titles())].sort()).toEqual(["one", "three", "two"]);
    expect(await listed()).toHaveLength(3);
  });

  it("of the open one opens the next, and opens it again when it is undone", async () => {
    const { page, row, focusedRow } = await person(["one", "two"]);
    const current = page.locator('.session[data-current="true"]');
    await current.getByRole("button", { name: "删除会话" }).click();
    await current.getByText("two").waitFor();
    expect(await focusedRow()).toBe("two");
    await page.getByRole("button", { name: /^撤销/ }).click();
    await current.getByText("one", { exact: true }).waitFor();
    expect(await row("two").count()).toBe(1);
  });

  it("of the last one leaves a fresh one to work in", async () => {
    const { page, studio } = await person([]);
    await page.getByRole("button", { name: "删除会话" }).click();
    await notes(page).waitFor();
    await page.locator('.session[data-current="true"]').waitFor();
    await studio.button("useDemo").waitFor();
    expect(await page.locator(".session").count()).toBe(1);
  });

  it("is carried out although the page is reloaded meanwhile", async () => {
    const { page, row, titles, listed } = await person(["one", "two"]);
    await row("two").locator(".session-open").focus();
    await page.keyboard.press("Delete");
    await notes(page).waitFor();
    await page.reload();
    await row("one").waitFor();
    await expect
      .poll(async () => remaining(await listed()), WAIT)
      .toEqual(["one"]);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect.poll(titles, WAIT).toEqual(["one"]);
    expect(await notes(page).count()).toBe(0);
  });

  it("that the server refuses brings the row back and says why", async () => {
    const { page, row, titles, tolerate } = await person(["one", "two"]);
    tolerate(/503/);
    await page.route("**/api/sessions/*", async (route) => {
      if (route.request().method() !== "DELETE") return route.fallback();
      const error = {
        code: "STORE_UNAVAILABLE",
        message: "No.",
        requestId: "req_0000000000000000",
      };
      return route.fulfill({ status: 503, json: { error } });
    });
    await row("two").locator(".session-open").focus();
    await page.keyboard.press("Delete");
    const alert = page.getByRole("alert").filter({ hasText: "“two”未能删除" });
    await alert.waitFor();
    expect(await titles()).toEqual(["two", "one"]);
    expect(await violations(page)).toEqual([]);
    await alert.getByRole("button", { name: "关闭提示" }).click();
    await alert.waitFor({ state: "detached" });
  });

  it.each([
    ["dark", 1440, 900],
    ["light", 390, 844],
  ] as const)(
    "holds to the rules of access in the %s theme at %i pixels, and fits",
    async (theme, width, height) => {
      const { page, row } = await person(["one", "two", "three"], {
        theme,
        viewport: { width, height },
      });
      if (width < 860) await page.getByRole("tab", { name: "技能" }).click();
      await row("three")
        .getByRole("button", { name: /更多操作/ })
        .click();
      expect(await violations(page), "actions").toEqual([]);
      await row("three").getByRole("button", { name: "删除会话" }).click();
      await notes(page).waitFor();
      expect(await violations(page), "deleted").toEqual([]);
      await row("two")
        .getByRole("button", { name: /更多操作/ })
        .click();
      await row("two").getByRole("button", { name: "重命名会话" }).click();
      await page.getByLabel("会话标题").fill("");
      await page.keyboard.press("Enter");
      expect(await violations(page), "rename").toEqual([]);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth > innerWidth,
      );
      expect(sideways).toBe(false);
    },
  );
});
