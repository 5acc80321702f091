/** Reading along: the end is followed for who is there, and for nobody else. */
import { describe, expect, it } from "vitest";
import cases from "../../../../fixtures/cases/conversation-cases.json" with { type: "json" };
import { THREAD_ZH_CN } from "../../src/texts/thread-zh-cn.ts";
import { fillIn } from "../../src/texts/catalogue.ts";
import { POLL } from "./approval-steps.ts";
import { studioOn } from "./demo-steps.ts";
import type { ScriptedTurn } from "./scripted-provider.ts";
import { createSpokenText } from "./spoken-text.ts";
import type { SpokenText } from "./spoken-text.ts";
import { scriptedVisits } from "./scripted-visits.ts";

const LONG = Array.from({ length: 60 }, (_, n) => `Paragraph ${n}.`).join(
  "\n\n",
);
const READS = Array.from({ length: 5 }, (_, n) => ({
  name: "read",
  args: { path: `skills/ads-analysis/SKILL.md`, limit: n + 1 },
}));

let spoken: SpokenText;

function turnsFor(prompt: string): readonly ScriptedTurn[] {
  if (prompt.includes("speak")) return [{ pieces: spoken }];
  if (prompt.includes("steps"))
    return [{ calls: READS }, { text: "All read." }];
  const found = cases.find(({ id }) => prompt.includes(id));
  const value = found?.input?.value;
  return [{ text: typeof value === "string" ? value : LONG }];
}

const { welcome } = scriptedVisits(turnsFor);

async function reader() {
  spoken = createSpokenText();
  const visitor = await welcome();
  const { page, studio } = visitor;
  const viewport = page.locator(".thread-viewport");
  const gap = () =>
    viewport.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
  const top = () => viewport.evaluate((e) => e.scrollTop);
  const ask = async (text: string) => {
    await studio.input.fill(text);
    await studio.button("send").click();
  };
  const jump = (name: RegExp | string) => page.getByRole("button", { name });
  return { ...visitor, viewport, gap, top, ask, jump };
}

describe("a reader of a growing answer", () => {
  it("[U01] follows the end, stays where a small scroll up leads, and follows again only at the end", async () => {
    const { page, viewport, gap, top, ask, jump } = await reader();
    await ask("speak");
    spoken.say(`${LONG}\n\n`);
    await viewport.getByText("Paragraph 59.").waitFor();
    await expect.poll(gap, POLL).toBeLessThanOrEqual(1);

    await viewport.hover();
    await page.mouse.wheel(0, -30);
    await expect.poll(gap, POLL).toBeGreaterThan(5);
    const left = await top();
    for (let n = 0; n < 50; n += 1) spoken.say(`More ${n}.\n\n`);
    await viewport.getByText("More 49.").waitFor({ state: "attached" });
    expect(await top()).toBe(left);
    await jump(THREAD_ZH_CN["thread.toEnd"]).waitFor();
    await jump(THREAD_ZH_CN["thread.toStep"]).waitFor();

    // Further down, but not at the end: nothing is followed yet.
    await page.mouse.wheel(0, 60);
    await expect.poll(top, POLL).toBeGreaterThan(left);
    const further = await top();
    spoken.say("Still more.\n\n");
    await viewport.getByText("Still more.").waitFor({ state: "attached" });
    expect(await top()).toBe(further);

    await viewport.focus();
    await page.keyboard.press("End");
    await expect.poll(gap, POLL).toBeLessThanOrEqual(4);
    spoken.say("And the end.\n\n");
    await viewport.getByText("And the end.").waitFor();
    await expect.poll(gap, POLL).toBeLessThanOrEqual(4);
    expect(await jump(THREAD_ZH_CN["thread.toEnd"]).count()).toBe(0);
    spoken.end();
  });

  it("is told how many messages came meanwhile, and brought to them", async () => {
    const { page, open, viewport, gap, top, ask, jump } = await reader();
    await ask("tell");
    await viewport.getByText("Paragraph 59.").waitFor();
    await viewport.focus();
    await page.keyboard.press("Home");
    await expect.poll(top, POLL).toBe(0);
    // The same person asks on in another tab: what is read here stays.
    const there = studioOn(await open());
    await there.input.fill("tell more");
    await there.button("send").click();
    await there.hears(there.names.done);
    const news = jump(fillIn(THREAD_ZH_CN["thread.new"], { count: 2 }));
    await news.waitFor();
    expect(await top()).toBe(0);
    await news.click();
    await expect.poll(gap, POLL).toBeLessThanOrEqual(4);
    await viewport.focus();
    await page.keyboard.press("Home");
    await expect.poll(gap, POLL).toBeGreaterThan(100);
    // An own message is followed, wherever one was.
    await ask("tell again");
    await expect.poll(gap, POLL).toBeLessThanOrEqual(4);
  });

  it("finds the place again after another session", async () => {
    const { page, viewport, top, ask } = await reader();
    await ask("tell");
    await viewport.getByText("Paragraph 59.").waitFor();
    await viewport.evaluate((e) => {
      e.scrollTop = 700;
    });
    await expect.poll(top, POLL).toBe(700);
    const seen = await page
      .getByText("Paragraph 20.", { exact: true })
      .boundingBox();
    await page.getByRole("button", { name: "新建会话" }).click();
    await page
      .getByText("Paragraph 20.", { exact: true })
      .waitFor({ state: "detached" });
    await page
      .locator(".session:not([data-current=true]) .session-open")
      .click();
    const again = page.getByText("Paragraph 20.", { exact: true });
    await again.waitFor({ state: "attached" });
    await expect
      .poll(
        async () =>
          Math.abs(((await again.boundingBox())?.y ?? 0) - (seen?.y ?? 0)),
        POLL,
      )
      .toBeLessThanOrEqual(2);
  });

  it("[U09] types on while code without an end comes in, and gets all of it", async () => {
    const { page, studio, viewport, ask } = await reader();
    const line = "const value = compute(row, column); // of a long file\n";
    await ask("speak");
    spoken.say("```ts\n");
    const lines = Math.ceil(200_000 / line.length);
    for (let n = 0; n < lines; n += 20) spoken.say(line.repeat(20));
    await viewport.locator(".code-piece").first().waitFor();
    await studio.input.pressSequentially("typed meanwhile");
    expect(await studio.input.inputValue()).toBe("typed meanwhile");
    spoken.say("last line\n```\n");
    spoken.end();
    await studio.hears(studio.names.done);
    const code = await page.locator(".code-block code").textContent();
    expect(code).toContain("last line");
    expect(code?.split("const value").length).toBe(
      Math.ceil(lines / 20) * 20 + 1,
    );
    expect(await page.locator(".code-piece").count()).toBeGreaterThan(50);
  });
});

describe("many steps", () => {
  it("are one line that opens, by hand or for a step that is asked for", async () => {
    const { page, studio, ask } = await reader();
    await ask("steps");
    await studio.hears(studio.names.done);
    const fold = page.getByRole("button", { name: "已完成 5 个步骤" });
    await fold.waitFor();
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    expect(await page.locator(".tool-card").count()).toBe(0);
    await page.getByRole("button", { name: "查看调用" }).first().click();
    await page.locator(".tool-card:focus").waitFor();
    const card = page.locator(".tool-card").first();
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(".tool-card").count()).toBe(5);
    // Raw data is made when it is asked for.
    expect(await card.locator("pre").count()).toBe(0);
    await card.getByRole("button", { name: "参数" }).click();
    expect(await card.locator("pre").innerText()).toContain('"path"');
    const live = await page.getByRole("article").allInnerTexts();
    expect(live.at(-1)).toContain("All read.");
  });
});
