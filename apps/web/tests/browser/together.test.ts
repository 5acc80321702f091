import { describe, expect, it } from "vitest";
import { studioOn } from "./demo-steps.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer() {
  const visitor = await visits.visit();
  return visitor;
}

describe("two browsers on one session", () => {
  it("show the same, and a decision in one is seen in the other", async () => {
    const first = await newcomer();
    const one = studioOn(first.page);
    await one.start();
    await one.button("approve").waitFor();
    await first.page
      .getByRole("button", { name: "在另一个浏览器中打开" })
      .click();
    const field = first.page.getByLabel("地址");
    await first.page.waitForFunction(() =>
      document
        .querySelector<HTMLInputElement>("dialog input")
        ?.value.includes("#link="),
    );
    const address = await field.inputValue();
    await first.page.keyboard.press("Escape");

    const second = await newcomer();
    await second.page.goto("about:blank");
    await second.page.goto(address);
    const two = studioOn(second.page);
    await two.button("approve").waitFor();
    expect(second.page.url()).not.toContain("link=");
    await two.button("approve").click();
    await one.hears(one.names.done);
    await two.hears(two.names.done);
    for (const { chat } of [one, two]) {
      // The report's card is loaded when it is first drawn.
      await chat.getByRole("link", { name: "打开 report.md" }).waitFor();
    }
    expect(await two.words()).toEqual(await one.words());

    const again = await newcomer();
    again.tolerate(/401 \(Unauthorized\)/);
    await again.page.goto("about:blank");
    await again.page.goto(address);
    await again.page
      .getByRole("alert")
      .filter({ hasText: "链接已失效" })
      .waitFor();
  });
});

describe("seven tabs of one browser", () => {
  it("all work: the one in use has the stream, the others go on when they are used", async () => {
    const visitor = await newcomer();
    await studioOn(visitor.page).button("useDemo").waitFor();
    const pages = [visitor.page];
    for (let tab = 1; tab < 7; tab += 1) {
      const page = await visitor.open();
      await page.getByText("实时", { exact: true }).waitFor();
      pages.push(page);
    }
    const last = studioOn(pages[6]!);
    await last.start();
    await last.button("approve").waitFor();
    for (const page of pages) {
      await page.bringToFront();
      await page.locator("h1").click();
      await studioOn(page).button("approve").waitFor();
    }
    const first = studioOn(pages[0]!);
    await pages[0]!.bringToFront();
    await pages[0]!.locator("h1").click();
    await first.button("approve").click();
    await first.hears(first.names.done);
  });
});
