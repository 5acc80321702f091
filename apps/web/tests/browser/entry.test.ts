import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { studioOn } from "./demo-steps.ts";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  server = await startServer("instant", {
    STUDIO_ACCESS_CODE: "open sesame",
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe("a studio with an access code", () => {
  it("asks for it, says when it is wrong, and opens with the right one", async () => {
    const { page, context } = await visit(browser, {
      address: server.address,
    });
    const field = page.getByLabel("访问码");
    await field.fill("sesame");
    await page.getByRole("button", { name: "进入" }).click();
    await page.getByRole("alert").filter({ hasText: "不正确" }).waitFor();
    await field.fill("open sesame");
    await page.keyboard.press("Enter");
    await studioOn(page).button("useDemo").waitFor();
    await page.reload();
    await studioOn(page).button("useDemo").waitFor();
    await context.close();
  });
});

describe("language and theme", () => {
  it("follow the system, and a choice outlives a reload", async () => {
    const context = await browser.newContext({
      locale: "en-US",
      colorScheme: "light",
    });
    const page = await context.newPage();
    await page.goto(server.address);
    await page.getByLabel("Access code").waitFor();
    const html = page.locator("html");
    expect(await html.getAttribute("data-theme")).toBe("light");
    await page.getByRole("button", { name: "切换到中文" }).click();
    await page.getByRole("button", { name: "切换到深色主题" }).click();
    await page.reload();
    await page.getByLabel("访问码").waitFor();
    expect(await html.getAttribute("data-theme")).toBe("dark");
    expect(await html.getAttribute("lang")).toBe("zh-CN");
    expect(
      await page.evaluate(
        () => getComputedStyle(document.body).backgroundColor,
      ),
    ).toBe("rgb(17, 17, 17)");
    await context.close();
  });
});
