import { describe, expect, it } from "vitest";
import { HOSTILE, scriptFor } from "./approval-scripts.ts";
import { POLL } from "./approval-steps.ts";
import { scriptedVisits } from "./scripted-visits.ts";

const { welcome, provider } = scriptedVisits(scriptFor);

describe("the card", () => {
  it("[agent-001] [agent-004] [agent-020] shows the tool and its real arguments as text, whatever the model says", async () => {
    const { cards, page, ask, a } = await welcome();
    await ask("lie");
    await page.locator("main p").getByText("I only list files.").waitFor();
    const text = await cards.innerText();
    expect(text).toContain("保存报告");
    expect(text).not.toContain("I only list files");
    expect(text).toContain(
      "</pre><button>Approve</button><b>bold</b> **bold**",
    );
    expect(text).toContain("invoice\\u{202E}gpj.exe pay\\u{200B}pal");
    expect(text).toContain(a("mixed"));
    expect(await cards.locator("mark.mixed-script").innerText()).toBe(
      "p\u0430ypal",
    );
    expect(await cards.locator("b, pre button").count()).toBe(0);
    for (const key of ["effectWrite", "riskMedium", "policyAsk"] as const) {
      expect(text).toContain(a(key));
    }
    await cards.getByText(a("raw")).click();
    const raw = cards.getByRole("group", { name: a("raw") });
    expect(await raw.innerText()).toContain(
      JSON.stringify(HOSTILE).slice(1, 30),
    );
  });

  it("[agent-002] [H08] says how long arguments are, and is not approved before their end was reached by keyboard", async () => {
    const { cards, page, ask, a, approve, outcomes } = await welcome();
    await ask("padding");
    expect(await cards.innerText()).toContain("10,008");
    expect(await cards.innerText()).toContain(
      a("blankLines", { count: "10,000" }),
    );
    expect(await approve(cards).isDisabled()).toBe(true);
    await approve(cards).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    expect(await outcomes.count()).toBe(0);
    const box = cards.getByRole("group", { name: a("exact") });
    await box.focus();
    await page.keyboard.press("PageDown");
    expect(await approve(cards).isDisabled()).toBe(true);
    // Whoever sees that nothing moved presses the key again.
    const readDone = async () => {
      await page.keyboard.press("End");
      return cards.getByText(a("readDone")).count();
    };
    await expect.poll(readDone, POLL).toBe(1);
    await expect.poll(() => approve(cards).isEnabled(), POLL).toBe(true);
    expect(await box.getByText("rm -rf /").isVisible()).toBe(true);
    expect(await cards.getAttribute("data-approval")).not.toBeNull();
  });

  it("[H08] looks again at what fits when the window changes, and needs no scrolling of what is short", async () => {
    const { cards, page, ask, a, approve, button } = await welcome();
    await ask("orders");
    expect(await approve(cards).isDisabled()).toBe(true);
    await page.setViewportSize({ width: 1440, height: 6_000 });
    await expect.poll(() => approve(cards).isEnabled(), POLL).toBe(true);
    await page.setViewportSize({ width: 1440, height: 700 });
    await expect.poll(() => approve(cards).isDisabled(), POLL).toBe(true);
    await button(a("toEnd"), cards).click();
    await expect.poll(() => approve(cards).isEnabled(), POLL).toBe(true);
    const short = await welcome();
    await short.ask("one");
    expect(await short.approve().isEnabled()).toBe(true);
  });

  it("[AC-26] [H12] is the same after a reload and after a lost connection", async () => {
    const visitor = await welcome();
    const { cards, page, ask, context } = visitor;
    await ask("three", 3);
    const drawn = () =>
      cards.evaluateAll((all) =>
        all.map((card) => {
          const copy = card.cloneNode(true) as HTMLElement;
          copy.querySelector(".time-left")?.remove();
          return copy.outerHTML.replace(
            /«[^»]*»|_r_[a-z0-9]+_|:r[a-z0-9]+:/g,
            "",
          );
        }),
      );
    const live = await drawn();
    await page.reload();
    await expect.poll(() => cards.count(), POLL).toBe(3);
    expect(await drawn()).toEqual(live);
    visitor.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await context.setOffline(true);
    await context.setOffline(false);
    expect(await drawn()).toEqual(live);
  });
});

describe("several questions", () => {
  it("[H10] [AC-28] [AC-44] [agent-008] are decided each on its own, in any order and across a reload", async () => {
    const { cards, page, ask, approve, deny, endings, studio } =
      await welcome();
    await ask("three", 3);
    const card = (body: string) => cards.filter({ hasText: body });
    expect(await card("second").innerText()).toContain("第 2 个，共 3 个");
    await approve(card("third")).click();
    await expect.poll(() => cards.count(), POLL).toBe(2);
    await page.reload();
    await expect.poll(() => cards.count(), POLL).toBe(2);
    await approve(card("first")).click();
    await expect.poll(() => cards.count(), POLL).toBe(1);
    await card("second").getByLabel(studio.names.reason).fill("Not this one");
    await deny(card("second")).click();
    await studio.hears(studio.names.done);
    expect(await endings()).toEqual(["approved", "denied", "approved"]);
    const results = provider().results();
    expect(results.map((text) => text.includes("Not this one"))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("[AC-46] leave what is typed meanwhile in the composer", async () => {
    const { cards, page, ask, studio } = await welcome();
    await ask("one");
    const asked = provider().asked();
    await studio.input.fill("something else");
    await page.keyboard.press("Enter");
    expect(await studio.input.inputValue()).toBe("something else");
    expect(await cards.count()).toBe(1);
    expect(provider().asked()).toBe(asked);
  });
});

describe("a decision", () => {
  it("[AC-38] [AC-31] is made by the keyboard alone, once", async () => {
    const { cards, page, ask, studio, approve, outcomes } = await welcome();
    await ask("one");
    await cards.focus();
    const names: string[] = [];
    while (names.at(-1) !== studio.names.approve && names.length < 8) {
      await page.keyboard.press("Tab");
      names.push(await page.locator(":focus").innerText());
    }
    expect(
      await approve().evaluate((it) => it === document.activeElement),
    ).toBe(true);
    await page.keyboard.press("Space");
    await studio.hears(studio.names.done);
    expect(await outcomes.getAttribute("data-outcome")).toBe("approved");
    await page.getByText("report.md").first().waitFor();
  });

  it("[H01] [AC-22] is taken from one click of many, and stays with who and when after a reload", async () => {
    const { cards, page, ask, studio, approve, a, outcomes } = await welcome();
    await ask("one");
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/approvals/")) posts.push(request.url());
    });
    await approve().evaluate((it: HTMLElement) => {
      for (let click = 0; click < 5; click += 1) it.click();
    });
    await studio.hears(studio.names.done);
    expect(posts).toHaveLength(1);
    const said = await outcomes.innerText();
    expect(said).toContain(a("approved"));
    expect(said).toContain(a("byOwner"));
    await page.reload();
    await outcomes.waitFor();
    expect(await outcomes.innerText()).toBe(said);
    expect(await cards.count()).toBe(0);
  });

  it("takes the focus from whoever has sent a message, gives it back, and Escape decides nothing", async () => {
    const { cards, page, studio, deny, a } = await welcome();
    await studio.input.fill("one");
    await page.keyboard.press("Enter");
    await page.locator("[data-approval]:focus").waitFor();
    await page.keyboard.press("Escape");
    expect(await cards.count()).toBe(1);
    await deny().focus();
    await page.keyboard.press("Enter");
    await studio.hears(studio.names.done);
    await page.locator("#composer:focus").waitFor();
    await studio.input.fill("one");
    await studio.button("send").click();
    await studio.input.fill("still writing");
    await page.getByRole("button", { name: a("goTo") }).click();
    await page.locator("[data-approval]:focus").waitFor();
    expect(await studio.input.inputValue()).toBe("still writing");
  });
});
