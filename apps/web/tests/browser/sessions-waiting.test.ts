import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { choiceOf } from "@agent-studio/shared";
import type { ModelPreset } from "@agent-studio/shared";
import { violations } from "./axe-findings.ts";
import { personWith } from "./session-steps.ts";
import type { Person } from "./session-steps.ts";
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
/** Lets a session that is not open run until it asks. */
async function letAsk({ call, listed, idOf }: Person, title: string) {
  const sessionId = await idOf(title);
  const { presets } = (await call("GET", "model-presets")) as {
    readonly presets: readonly ModelPreset[];
  };
  const demo = presets.find(({ presetId }) => presetId === "demo");
  if (demo === undefined) throw new Error("There is no demo model.");
  const labs = (await call("GET", "labs")) as {
    readonly labs: readonly { readonly demoPrompt: { readonly en: string } }[];
  };
  await call("PUT", `sessions/${sessionId}/model-config`, choiceOf(demo));
  await call("POST", `sessions/${sessionId}/messages`, {
    text: labs.labs[0]?.demoPrompt.en,
  });
  await expect
    .poll(async () => {
      const all = await listed();
      return all.find((one) => one.sessionId === sessionId)?.pendingApprovals;
    }, WAIT)
    .toBe(1);
}

const badge = (page: Page) => page.locator(".approvals-button");
const focusWindow = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event("focus")));
const said = (page: Page) =>
  page.locator('[role="status"].visually-hidden').first().innerText();

describe("what waits in another session", () => {
  it("is told in the badge, the tab's title, its row and once aloud, and is decided on its card", async () => {
    const someone = await person(["one", "two"]);
    const { page, row, studio } = someone;
    expect(await badge(page).getAttribute("aria-label")).toBe(
      "没有待批准的请求",
    );
    await letAsk(someone, "two");
    await focusWindow(page);
    await page
      .getByRole("button", { name: "1 项待批准", exact: true })
      .waitFor();
    expect(await page.title()).toBe("(1) one – Agent Studio");
    await row("two").locator(".pending-pill").waitFor();
    expect(await row("two").innerText()).toContain("等你决定");
    await expect
      .poll(() => said(page), WAIT)
      .toBe("另一个会话需要你的决定。1 项待批准。");

    await badge(page).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "待批准的请求" });
    const entry = dialog.getByRole("listitem");
    await entry.getByText("保存报告草稿").waitFor();
    expect(await entry.innerText()).toMatch(
      /会话: two[\s\S]*report\.md[\s\S]*中/,
    );
    await entry
      .getByRole("button", { name: "打开：保存报告草稿，two" })
      .focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page
      .locator('.session[data-current="true"]')
      .getByText("two")
      .waitFor();
    await page.locator('[id^="approval-ap_"]:focus').waitFor();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    await page
      .getByRole("button", { name: "没有待批准的请求", exact: true })
      .waitFor();
    expect(await page.title()).toBe("two – Agent Studio");
  });

  it("is asked for every ten seconds while someone looks, without a stream of its own", async () => {
    const someone = await person(["one", "two"]);
    const { page } = someone;
    const streams: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/events")) streams.push(request.url());
    });
    await letAsk(someone, "two");
    await page
      .getByRole("button", { name: "1 项待批准", exact: true })
      .waitFor({ timeout: 20_000 });
    expect(streams).toEqual([]);
  });

  it("is gone from the list once someone decided elsewhere", async () => {
    const someone = await person(["one", "two"]);
    const { page, call, idOf } = someone;
    await letAsk(someone, "two");
    await focusWindow(page);
    await badge(page).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").waitFor();
    const { approvals } = (await call("GET", "approvals?status=pending")) as {
      readonly approvals: readonly { readonly approvalId: string }[];
    };
    const path = `sessions/${await idOf("two")}/approvals`;
    await call("POST", `${path}/${approvals[0]?.approvalId ?? ""}/deny`, {});
    await focusWindow(page);
    await dialog.getByText("没有需要你决定的事项。").waitFor();
    await page.keyboard.press("Escape");
    expect(await badge(page).getAttribute("aria-label")).toBe(
      "没有待批准的请求",
    );
    expect(
      await badge(page).evaluate((b) => b === document.activeElement),
    ).toBe(true);
  });

  it("is not counted of a session on its way out", async () => {
    const someone = await person(["one", "two"]);
    const { page, row } = someone;
    await letAsk(someone, "two");
    await focusWindow(page);
    await row("two").locator(".pending-pill").waitFor();
    await row("two").locator(".session-open").focus();
    await page.keyboard.press("Delete");
    await page
      .getByRole("button", { name: "没有待批准的请求", exact: true })
      .waitFor();
    await page.keyboard.press("Control+z");
    await page
      .getByRole("button", { name: "1 项待批准", exact: true })
      .waitFor();
  });

  it("says why it can't be shown, and shows it once it can", async () => {
    const someone = await person(["one", "two"]);
    const { page, tolerate } = someone;
    tolerate(/ERR_FAILED/);
    await letAsk(someone, "two");
    await page.route("**/api/approvals*", (route) => route.abort());
    await badge(page).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("alert").waitFor();
    await page.unroute("**/api/approvals*");
    await dialog.getByRole("button", { name: "重试" }).click();
    await dialog.getByRole("listitem").waitFor();
  });

  it.each([
    ["dark", 1024, 768],
    ["light", 390, 844],
  ] as const)(
    "is listed by the rules of access in the %s theme at %i pixels",
    async (theme, width, height) => {
      const someone = await person(["one", "two"], {
        theme,
        viewport: { width, height },
      });
      const { page, studio } = someone;
      await letAsk(someone, "two");
      await focusWindow(page);
      await page
        .getByRole("button", { name: "1 项待批准", exact: true })
        .click();
      await page.getByRole("dialog").getByRole("listitem").waitFor();
      expect(await violations(page)).toEqual([]);
      const open = page.getByRole("button", { name: /^打开：/ });
      const box = await open.boundingBox();
      if (width < 860) expect(box?.height).toBeGreaterThanOrEqual(44);
      await open.click();
      await page.locator('[id^="approval-ap_"]').waitFor();
      await studio.button("approve").waitFor();
    },
  );
});
