import { describe, expect, it } from "vitest";
import type { Locator } from "playwright-core";
import { createApiError } from "@agent-studio/shared";
import type { ApiErrorCode } from "@agent-studio/shared";
import { scriptFor } from "./approval-scripts.ts";
import { POLL, approvalsOn } from "./approval-steps.ts";
import { providerSettings } from "./scripted-provider.ts";
import { startServer } from "./studio-under-test.ts";
import { scriptedVisits } from "./scripted-visits.ts";

const { visits, welcome, provider } = scriptedVisits(scriptFor);

/** Without the time that a pointer needs, so that both tabs are as quick. */
const press = (button: Locator) =>
  button.evaluate((it: HTMLElement) => it.click());

describe("two tabs", () => {
  it("[H02] [AC-40] [agent-010] [H18] decide at once: one wins, both show who and what", async () => {
    const one = await welcome();
    await one.ask("one");
    const page = await one.open();
    const two = approvalsOn(page);
    await two.cards.waitFor();
    one.tolerate(/409/);
    await Promise.all([press(one.approve()), press(two.deny())]);
    await Promise.all([one.outcomes.waitFor(), two.outcomes.waitFor()]);
    const said = await one.outcomes.locator(".outcome-line").innerText();
    expect(await two.outcomes.locator(".outcome-line").innerText()).toBe(said);
    expect(said).toContain(one.a("byOwner"));
    const [ending] = await one.endings();
    const loser = ending === "approved" ? page : one.page;
    await loser
      .getByRole("status")
      .filter({ hasText: "已在另一个标签页或浏览器中决定" })
      .waitFor();
    await one.studio.hears(one.studio.names.done);
    const saved = one.page.getByRole("link", { name: "report.md" });
    expect((await saved.count()) > 0).toBe(ending === "approved");
  });

  it("explain every refusal and let a person try again or go on", async () => {
    const { page, ask, a, approve, cards, tolerate, deny } = await welcome();
    await ask("one");
    tolerate(/409/);
    const refuse = (code: ApiErrorCode) =>
      page.route(
        "**/approve",
        (route) =>
          route.fulfill({
            status: 409,
            json: createApiError(code, "No.", "req_0"),
          }),
        { times: 1 },
      );
    await refuse("APPROVAL_DIGEST_MISMATCH");
    await approve().click();
    await cards.getByRole("alert").getByText(a("failedDigest")).waitFor();
    expect(await approve().isEnabled()).toBe(true);
    await refuse("MODEL_NOT_CONFIGURED");
    await approve().click();
    await cards.getByRole("button", { name: a("enterKey") }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    expect(await deny().isEnabled()).toBe(true);
    await deny().click();
  });
});

describe("what ends a question without a person", () => {
  it("[AC-34] [agent-011] stopping the run cancels it, in words of its own", async () => {
    const { ask, studio, cards, endings, outcomes, a } = await welcome();
    await ask("three", 3);
    await studio.button("stop").click();
    await expect.poll(() => cards.count(), POLL).toBe(0);
    expect(await endings()).toEqual(["cancelled", "cancelled", "cancelled"]);
    const text = await outcomes.first().innerText();
    expect(text).toContain(a("cancelled"));
    expect(text).not.toContain(a("byOwner"));
  });

  it("[AC-47] [AC-49] [H12] silence expires it, after a warning", async () => {
    const short = await startServer("instant", {
      ...providerSettings(provider().origin),
      STUDIO_APPROVAL_TIMEOUT_MS: "6000",
    });
    try {
      const { ask, page, cards, outcomes, endings, a } = await welcome({
        address: short.address,
      });
      await ask("one");
      await cards
        .getByRole("status")
        .filter({ hasText: a("timeWarning", { tool: "保存报告" }).slice(0, 9) })
        .waitFor({ state: "attached" });
      await cards.getByRole("timer").getByText("0:0").waitFor();
      await outcomes.waitFor();
      expect(await endings()).toEqual(["expired"]);
      expect(await outcomes.innerText()).toContain(a("expired"));
      expect(await page.getByRole("link", { name: "report.md" }).count()).toBe(
        0,
      );
      expect(provider().results()[0]).toMatch(/expired|in time/i);
    } finally {
      await visits.leave();
      await short.stop();
    }
  });
});

describe("trust", () => {
  it("[H03] [AC-32] says what it covers, decides nothing that waits, and shows everything it allows", async () => {
    const { page, ask, a, approve, cards, endings, studio, button } =
      await welcome();
    await ask("twice");
    const toggle = page.getByRole("switch", { name: "信任本会话" });
    await toggle.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(a("trustScope")).waitFor();
    expect(await dialog.innerText()).toContain("save_report_draft");
    await page.keyboard.press("Escape");
    expect(await toggle.getAttribute("aria-checked")).toBe("false");
    await toggle.click();
    await dialog.getByRole("button", { name: a("trustYes") }).click();
    await page.getByText(a("trustOn")).waitFor();
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    expect(await cards.count()).toBe(1);
    await approve().click();
    await studio.hears(studio.names.done);
    expect(await endings()).toEqual(["approved", "approvedTrust"]);
    await page.getByText(a("byTrust")).waitFor();
    await button(a("trustOff")).click();
    await expect
      .poll(() => toggle.getAttribute("aria-checked"), POLL)
      .toBe("false");
    await ask("one");
    expect(await cards.count()).toBe(1);
  });
});
