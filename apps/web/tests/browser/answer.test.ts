/** What a model says: formatted, readable in any direction, and never more than words. */
import { describe, expect, it } from "vitest";
import cases from "../../../../fixtures/cases/conversation-cases.json" with { type: "json" };
import { THREAD_ZH_CN } from "../../src/texts/thread-zh-cn.ts";
import { POLL } from "./approval-steps.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { scriptedVisits } from "./scripted-visits.ts";

/** Every way out that a page has, in one answer. */
const EXFILTRATION = [
  "![inline](https://canary.invalid/a.png?d=1)",
  "![ref][k]",
  "[![nested](https://canary.invalid/b.png)](https://canary.invalid/c)",
  "<https://canary.invalid/auto>",
  '<img src="https://canary.invalid/d.png" srcset="https://canary.invalid/e.png 2x">',
  '<div style="background:url(https://canary.invalid/f.png)">x</div>',
  "<svg><image href='https://canary.invalid/g.svg'/></svg>",
  '<video poster="https://canary.invalid/h.png" src="https://canary.invalid/h.mp4"></video>',
  '<link rel="preload" as="image" href="https://canary.invalid/i.png"><link rel="dns-prefetch" href="//canary.invalid">',
  '<form action="https://canary.invalid/j"><input name="a"></form><iframe src="https://canary.invalid/k"></iframe>',
  '<base href="https://canary.invalid/"><meta http-equiv="refresh" content="0;url=https://canary.invalid/l">',
  "```mermaid\ngraph TD; A[<img src='https://canary.invalid/m.png'>]\n```",
  "$$\\includegraphics{https://canary.invalid/n.png}$$",
  "[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x) [d](/api/sessions) [e](//canary.invalid/o) [f](&#106;avascript:alert(1))",
  "[k]: https://canary.invalid/p.png",
].join("\n\n");

const LINKS =
  "[the docs](https://docs.example.org/guide?token=abc) [шоп](https://аррӏе.example/login) [write](mailto:someone@example.org)";
const DOCUMENT =
  '# First\n\n## Second\n\n###### Sixth\n\n| A | B |\n|--|--:|\n| 1 | 2 |\n\n<a id="root" name="conversation">clobber</a>\n\nnote[^1]\n\n[^1]: the note\n\n```js\nconst answer = 42;\n```\n\ntail a\u202Eb \u{E0041}';

const TEXTS: Readonly<Record<string, string>> = {
  exfiltration: EXFILTRATION,
  links: LINKS,
  document: DOCUMENT,
  nesting: `${">".repeat(3_000)} deep\n\n${"- ".repeat(3_000)}deep\n\n${"[".repeat(5_000)}`,
};

const { welcome } = scriptedVisits((prompt) => {
  const found = cases.find(({ id }) => prompt.includes(id));
  const value = found?.input?.value;
  const [, text] =
    Object.entries(TEXTS).find(([name]) => prompt.includes(name)) ?? [];
  return [{ text: text ?? (typeof value === "string" ? value : "") }];
});

/** Asks, and waits for the whole answer; a request to anyone else is a problem of the visit. */
async function answered(prompt: string, options: Partial<VisitorOptions> = {}) {
  const visitor = await welcome(options);
  const { page, studio } = visitor;
  await studio.input.fill(prompt);
  await studio.button("send").click();
  await studio.hears(studio.names.done);
  const answer = page.locator(".message.assistant .markdown").first();
  await answer.waitFor();
  return { ...visitor, answer };
}

describe("an answer", () => {
  it("[U07] [agent-022] [agent-025] asks nobody for anything and holds no element of its own making", async () => {
    for (const prompt of ["U07", "exfiltration"]) {
      const { page, answer } = await answered(prompt);
      expect(
        await answer
          .locator(
            "img, svg:not(.lucide), iframe, form, video, link, base, meta, style, script, object",
          )
          .count(),
      ).toBe(0);
      expect(await answer.innerText()).toContain(
        prompt === "U07" ? "canary.invalid/p.png" : "<iframe src=",
      );
      const hrefs = await answer
        .locator("a")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
      expect(
        hrefs.filter((href) => !href.startsWith("https://canary.invalid/")),
      ).toEqual([]);
      expect(await page.title()).toBe(`${prompt} – Agent Studio`);
    }
  });

  it("[agent-023] says where a link leads, and asks with the real host before it goes there", async () => {
    const { page, answer, context } = await answered("links");
    const links = answer.getByRole("link");
    expect(await links.count()).toBe(3);
    expect(await links.first().innerText()).toContain("docs.example.org/guide");
    for (const link of await links.all()) {
      expect(await link.getAttribute("rel")).toContain("noopener noreferrer");
      expect(await link.getAttribute("target")).toBe("_blank");
    }
    await links.nth(1).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", {
      name: THREAD_ZH_CN["link.title"],
    });
    await dialog.getByText("xn--").first().waitFor();
    expect(context.pages()).toHaveLength(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(context.pages()).toHaveLength(1);
    expect(
      await links.nth(1).evaluate((e) => e === document.activeElement),
    ).toBe(true);
    await links.first().click({ button: "middle" });
    await dialog.waitFor();
    const open = dialog.getByRole("link", { name: THREAD_ZH_CN["link.open"] });
    expect(await open.getAttribute("href")).toBe(
      "https://docs.example.org/guide?token=abc",
    );
    expect(await open.getAttribute("rel")).toContain("noopener noreferrer");
    expect(context.pages()).toHaveLength(1);
  });

  it("has its headings below those of the page, no id of its own, and shows what is hidden", async () => {
    const { answer } = await answered("document");
    const headings = answer.getByRole("heading");
    expect(
      await headings.evaluateAll((all) => all.map(({ tagName }) => tagName)),
    ).toEqual(["H3", "H4", "H6"]);
    expect(await answer.locator("[id], [name]").count()).toBe(0);
    expect(await answer.locator("th[scope=col]").count()).toBe(2);
    expect(await answer.locator("mark").allInnerTexts()).toEqual([
      "\\u{202E}",
      "\\u{E0041}",
    ]);
    expect(await answer.getByRole("link").count()).toBe(0);
    await answer.locator(".hljs-keyword").getByText("const").waitFor();
  });

  it("is shown as it was written where it is too deep to be read", async () => {
    const { answer } = await answered("nesting");
    expect((await answer.innerText()).length).toBeGreaterThan(10_000);
    expect(await answer.locator("blockquote, ul").count()).toBe(0);
  });

  it("[U12] reads in its own direction, code always from the left", async () => {
    const { answer } = await answered("U12");
    const paragraph = answer.locator("p");
    const directionOf = (element: Element) =>
      getComputedStyle(element).direction;
    expect(await paragraph.evaluate(directionOf)).toBe("rtl");
    expect(await paragraph.locator("code").evaluate(directionOf)).toBe("ltr");
  });

  it("copies code where the browser has no clipboard to write to, and says so", async () => {
    const { page, context, studio } = await welcome();
    await context.addInitScript({
      content:
        "Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }); delete Navigator.prototype.clipboard;",
    });
    await page.reload();
    await studio.input.fill("document");
    await studio.button("send").click();
    await studio.hears(studio.names.done);
    const copy = page.getByRole("button", { name: THREAD_ZH_CN["code.copy"] });
    await copy.click();
    await page
      .getByText(THREAD_ZH_CN["code.copied"], { exact: true })
      .waitFor();
    await studio.input.focus();
    await page.keyboard.press("ControlOrMeta+v");
    await expect
      .poll(() => studio.input.inputValue(), POLL)
      .toContain("const answer = 42;");
  });
});
