import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";
import { tell, toldLog } from "./told-log.ts";

const WORDS = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script>',
  "![pixel](https://tracker.example/p.png) ![data](data:image/svg+xml,<svg onload=alert(1)>)",
  "[click](javascript:document.title=3) [also](data:text/html,<script>document.title=4</script>)",
  "[harmless](https://evil.example/path?q=1)",
  "<iframe src='https://evil.example'></iframe><style>body{display:none}</style>",
  "```html\n<b>code</b>\n```",
  "- [x] task",
].join("\n\n");

/** A conversation in which model, tool and file say whatever hurts most. */
const HOSTILE_LOG = toldLog({
  title: "<img src=x onerror=alert(1)>",
  question: "<script>document.title=5</script>",
  answer: WORDS,
  calls: [
    {
      mark: "a",
      toolName: "<b>save</b>",
      args: { path: "report\u202Edm.exe", body: "<b>bold</b>\u200B" },
    },
  ],
});

let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  server = await startServer("instant");
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe("hostile words of a model", () => {
  it("run nothing, load nothing, and are shown as what they are", async () => {
    const visitor = await visit(browser, { address: "about:blank" });
    const { page, problems } = visitor;
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(server.address))
        foreign.push(request.url());
    });
    await tell(page, HOSTILE_LOG);
    await page.goto(server.address);
    await page.getByRole("button", { name: "批准", exact: true }).waitFor();
    const chat = page.getByRole("main");
    // The formatter is loaded when there is something to format.
    await chat.getByRole("link").waitFor();
    await chat.getByText("<iframe src=", { exact: false }).waitFor();

    expect(await page.title()).toMatch(/ – Agent Studio$/);
    expect(
      await chat.locator("img, iframe, script, style, object").count(),
    ).toBe(0);
    const hrefs = await chat
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs).toEqual(["https://evil.example/path?q=1"]);
    const link = chat.getByRole("link");
    expect(await link.getAttribute("rel")).toContain("noopener noreferrer");
    expect(await link.innerText()).toContain("evil.example/path");

    const card = page.getByRole("group", { name: /<b>save<\/b>/ });
    await card.getByText("report\\u{202E}dm.exe").waitFor();
    await card.getByText("<b>bold</b>\\u{200B}").waitFor();
    expect(await card.locator("mark").allInnerTexts()).toEqual([
      "\\u{202E}",
      "\\u{200B}",
    ]);
    expect(foreign).toEqual([]);
    expect(problems.filter((problem) => problem.startsWith("policy"))).toEqual(
      [],
    );
    await visitor.context.close();
  });
});

describe("several questions at once", () => {
  it("are decided each on its own; a decision that failed says so and may be tried again", async () => {
    const { page, context } = await visit(browser, { address: "about:blank" });
    await tell(
      page,
      toldLog({
        title: "Two",
        question: "Do both",
        answer: "Both?",
        calls: [
          { mark: "a", toolName: "one", args: { n: 1 } },
          { mark: "b", toolName: "two", args: { n: 2 } },
        ],
      }),
    );
    const asked: string[] = [];
    await page.route("**/approvals/**", async (route) => {
      asked.push(
        new URL(route.request().url()).pathname.split("/").at(-2) ?? "",
      );
      // The second try is never answered: what stands then is what a person sees meanwhile.
      if (asked.length === 1) await route.abort();
    });
    await page.goto(server.address);
    const one = page.getByRole("group", { name: "需要批准：one" });
    const two = page.getByRole("group", { name: "需要批准：two" });
    const approve = one.getByRole("button", { name: "批准", exact: true });
    await approve.click();
    await one.getByRole("alert").filter({ hasText: "没有响应" }).waitFor();
    expect(await two.getByRole("alert").count()).toBe(0);
    expect(await two.getByRole("button", { name: "拒绝" }).isEnabled()).toBe(
      true,
    );
    expect(await approve.isEnabled()).toBe(true);
    await approve.click();
    expect(await approve.isDisabled()).toBe(true);
    expect(await one.getByRole("button", { name: "拒绝" }).isDisabled()).toBe(
      true,
    );
    expect(new Set(asked).size).toBe(1);
    await context.close();
  });
});
