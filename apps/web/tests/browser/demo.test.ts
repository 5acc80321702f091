import { describe, expect, it } from "vitest";
import { studioOn } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";
import { startServer } from "./studio-under-test.ts";
import type { Pace } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer(pace: Pace = "instant", locale: Language = "zh-CN") {
  const { address } = await startServer(pace);
  const visitor = await visits.visit({ address, locale });
  return { ...visitor, address, studio: studioOn(visitor.page, locale) };
}

describe("the demo", () => {
  it.each(["zh-CN", "en-US"] as const)(
    "goes from an empty page to an approved report in %s",
    async (locale) => {
      const { page, studio, address } = await newcomer("instant", locale);
      expect(await page.getAttribute("html", "lang")).toBe(
        locale.slice(0, locale === "zh-CN" ? 5 : 2),
      );
      await studio.useDemo();
      await studio.button("fillDemo").click();
      expect(await studio.input.inputValue()).toContain("demo-account");
      await page.getByRole("region", { name: studio.names.skills }).waitFor();
      await studio.button("send").click();
      await studio.button("approve").waitFor();
      await studio.button("approve").click();
      await studio.hears(studio.names.done);
      expect(
        await studio.skills
          .getByText(studio.names.loaded, { exact: true })
          .count(),
      ).toBe(2);
      const link = page.getByRole("link", { name: "report.md", exact: true });
      const href = await link.getAttribute("href");
      const report = await page.request.get(new URL(href ?? "", address).href);
      expect(report.status()).toBe(200);
      expect(await report.text()).toContain("demo-account");
      await studio.timeline.locator('[data-type="run.completed"]').waitFor();
      // Only the panels scroll, never the page.
      const hidden = await page.evaluate(
        () => document.documentElement.scrollHeight - window.innerHeight,
      );
      expect(hidden).toBe(0);
    },
  );

  it("says that nothing was saved when the report is denied, and tells the agent why", async () => {
    const { page, studio } = await newcomer();
    await studio.start();
    await page.getByLabel(studio.names.reason).fill("数字要核对");
    await studio.button("deny").click();
    await studio.hears(studio.names.done);
    await studio.chat.getByText("已拒绝", { exact: true }).waitFor();
    await studio.chat.getByText("数字要核对").first().waitFor();
    expect(await page.getByRole("link", { name: "report.md" }).count()).toBe(0);
  });

  it("stops in the middle of an answer, and says so", async () => {
    const { studio } = await newcomer("natural");
    await studio.start();
    await studio.timeline
      .locator('[data-type="assistant.delta"]')
      .first()
      .waitFor();
    await studio.button("stop").click();
    await studio.hears(studio.names.stopped);
    await studio.chat.getByText(studio.names.stopped).waitFor();
    await studio.button("send").waitFor();
  });

  it("stops while it waits for a person", async () => {
    const { studio } = await newcomer();
    await studio.start();
    await studio.button("approve").waitFor();
    await studio.button("stop").click();
    await studio.hears(studio.names.stopped);
    expect(await studio.button("approve").count()).toBe(0);
  });

  it("is as it was after a reload: the waiting approval, the draft, the words", async () => {
    const { page, studio } = await newcomer();
    await studio.start();
    await studio.button("approve").waitFor();
    await studio.input.fill("还没发送的草稿");
    const before = await studio.words();
    await page.reload();
    await studio.button("approve").waitFor();
    expect(await studio.input.inputValue()).toBe("还没发送的草稿");
    const after = await studio.words();
    expect(after.length).toBe(before.length);
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    expect(await studio.input.inputValue()).toBe("还没发送的草稿");
  });

  it("keeps a message that could not be sent, and each session its own draft", async () => {
    const { page, studio, tolerate } = await newcomer();
    tolerate(/ERR_FAILED/);
    await studio.useDemo();
    await page.route("**/messages", (route) => route.abort());
    await studio.input.fill("发不出也不丢");
    await studio.button("send").click();
    await page.getByRole("alert").filter({ hasText: "未发送" }).waitFor();
    expect(await studio.input.inputValue()).toBe("发不出也不丢");
    await page.getByRole("button", { name: "新建会话" }).click();
    await page.locator(".session").nth(1).waitFor();
    expect(await studio.input.inputValue()).toBe("");
    await page
      .locator(".session:not([data-current=true]) .session-open")
      .click();
    await page.waitForFunction(
      () => document.querySelector("textarea")?.value === "发不出也不丢",
    );
  });
});
