import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { MESSAGE_TEXT_LIMIT } from "@agent-studio/shared";
import { ZH_CN } from "../../src/texts/zh-cn.ts";
import { studioOn } from "./demo-steps.ts";
import { visit } from "./studio-under-test.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const visitor = await visits.visit(options);
  const studio = studioOn(visitor.page);
  await studio.useDemo();
  return { ...visitor, studio };
}

type Studio = ReturnType<typeof studioOn>;

/** Says what is written, or something else, and waits for the answer's end. */
async function say(studio: Studio, text?: string): Promise<void> {
  if (text !== undefined) await studio.input.fill(text);
  const answers = studio.chat.locator(".message.assistant");
  const before = await answers.count();
  await studio.input.press("Enter");
  await answers.nth(before).waitFor();
  await studio.button("send").waitFor();
}

const caretToStart = (page: Page) => page.keyboard.press("Control+Home");

describe("a draft", () => {
  it("survives everything but being sent: runs, decisions, a lost stream, settings, a reload", async () => {
    const { page, studio, context, tolerate } = await newcomer();
    tolerate(/ERR_INTERNET_DISCONNECTED|network/i);
    await studio.button("fillDemo").click();
    await studio.button("send").click();
    await studio.button("approve").waitFor();
    await studio.input.fill("a thought\nfor later");
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    await context.setOffline(true);
    await context.setOffline(false);
    await studio.button("model").click();
    await page.keyboard.press("Escape");
    expect(await studio.input.inputValue()).toBe("a thought\nfor later");
    await page.reload();
    await studio.button("send").waitFor();
    expect(await studio.input.inputValue()).toBe("a thought\nfor later");
  });

  it("is kept when the demo task takes its place, and comes back", async () => {
    const { page, studio } = await newcomer();
    await studio.input.fill("mine");
    await studio.button("fillDemo").click();
    expect(await studio.input.inputValue()).toContain("demo-account");
    expect(await studio.input.evaluate(isFocused)).toBe(true);
    await page.reload();
    await page
      .getByRole("button", { name: ZH_CN["composer.draftKept"] })
      .click();
    expect(await studio.input.inputValue()).toBe("mine");
  });
});

describe("the composer", () => {
  it("is the same after a look at the other panels of a small screen", async () => {
    const { page, studio } = await newcomer({
      viewport: { width: 390, height: 844 },
    });
    await studio.input.fill("half a thought");
    await studio.input.evaluate(
      (field) => field instanceof HTMLTextAreaElement && field.select(),
    );
    for (const name of ["技能", "事件", "对话"]) {
      await page.getByRole("tab", { name }).click();
    }
    expect(await studio.input.inputValue()).toBe("half a thought");
    expect(
      await studio.input.evaluate((field) => [
        field instanceof HTMLTextAreaElement && field.selectionEnd,
        document.querySelectorAll("textarea").length,
      ]),
    ).toEqual(["half a thought".length, 1]);
  });

  it("stops and does not send while a run is on, also after a reload", async () => {
    const { page, studio, tolerate } = await newcomer();
    await studio.button("fillDemo").click();
    await studio.button("send").click();
    await studio.button("approve").waitFor();
    await page.reload();
    await studio.button("stop").waitFor();
    expect(await studio.button("send").count()).toBe(0);
    await studio.input.fill("next");
    await studio.input.press("Enter");
    expect(await studio.input.inputValue()).toBe("next");
    await studio.button("stop").click();
    await studio.button("send").waitFor();
    const again = { name: ZH_CN["composer.writeAgain"] };
    await page.getByRole("button", again).click();
    await page.locator(".message.user").nth(1).waitFor();
    expect(await studio.input.inputValue()).toBe("next");
    await studio.button("stop").click();
    await page.getByRole("button", again).nth(1).waitFor();
    // What can't be sent comes back into the composer, and the draft that gives way is kept.
    tolerate(/500/);
    await page.route("**/messages", (route) =>
      route.fulfill({ status: 500, body: "broken" }),
    );
    await page.getByRole("button", again).first().click();
    await page.getByRole("alert").waitFor();
    expect(await studio.input.inputValue()).toContain("demo-account");
    const kept = { name: ZH_CN["composer.draftKept"] };
    await page.getByRole("button", kept).click();
    expect(await studio.input.inputValue()).toBe("next");
  });
});

const isFocused = (element: Element) => element === document.activeElement;

describe("a message on its way", () => {
  it("leaves alone what is written meanwhile, and comes back before it when it fails", async () => {
    const { page, studio, tolerate } = await newcomer();
    tolerate(/500/);
    const asked = Promise.withResolvers<() => Promise<void>>();
    await page.route("**/messages", (route) =>
      asked.resolve(() => route.fulfill({ status: 500, body: "broken" })),
    );
    await studio.input.fill("first");
    await studio.input.press("Enter");
    const fail = await asked.promise;
    await studio.input.pressSequentially("second");
    await fail();
    await page.getByRole("alert").waitFor();
    expect(await studio.input.inputValue()).toBe("first\nsecond");
  });

  it("leaves the composer when it had arrived although the answer was lost", async () => {
    const { page, studio, tolerate } = await newcomer();
    tolerate(/ERR_FAILED/);
    await page.route("**/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await studio.input.fill("arrived");
    await studio.input.press("Enter");
    await studio.chat.getByText("arrived", { exact: true }).waitFor();
    await studio.button("send").waitFor();
    await page.waitForFunction(
      () => document.querySelector("textarea")?.value === "",
    );
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

describe("the up key", () => {
  it("brings earlier messages back, and never takes a draft away", async () => {
    const { page, studio } = await newcomer();
    await say(studio, "one");
    await say(studio, "two");
    const { input } = studio;
    const value = () => input.inputValue();
    await input.press("ArrowUp");
    expect(await value()).toBe("two");
    await input.press("ArrowUp");
    expect(await value()).toBe("one");
    await input.press("ArrowDown");
    await input.press("ArrowDown");
    expect(await value()).toBe("");

    await input.fill("a draft\nof two lines");
    await input.press("ArrowUp");
    expect(await value(), "the caret moves first").toContain("a draft");
    await caretToStart(page);
    await input.press("ArrowUp");
    expect(await value()).toBe("two");
    await input.pressSequentially("!");
    await say(studio);
    await input.press("ArrowUp");
    expect(await value()).toBe("a draft\nof two lines");
  });
});

describe("an input method", () => {
  it("sends nothing and recalls nothing with the keys that are its own", async () => {
    const { page, studio } = await newcomer();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await studio.input.fill("你好");
    await studio.input.evaluate((field) => {
      const key = (facts: KeyboardEventInit & { keyCode: number }) =>
        field.dispatchEvent(
          new KeyboardEvent("keydown", {
            bubbles: true,
            cancelable: true,
            ...facts,
          }),
        );
      field.dispatchEvent(new CompositionEvent("compositionstart"));
      key({ key: "Enter", keyCode: 13, isComposing: true });
      field.dispatchEvent(new CompositionEvent("compositionend"));
      // Some browsers tell of the confirming key only afterwards, by its code.
      key({ key: "Enter", keyCode: 229 });
      key({ key: "ArrowUp", keyCode: 229 });
    });
    expect(await studio.input.inputValue()).toBe("你好");
    expect(sent).toEqual([]);
  });
});

describe("a long message", () => {
  it("is counted near the limit, and not sent beyond it", async () => {
    const { page, studio } = await newcomer();
    await studio.input.fill("a".repeat(MESSAGE_TEXT_LIMIT - 100));
    await page.getByText("31,900", { exact: false }).waitFor();
    await studio.button("send").and(page.locator(":enabled")).waitFor();
    await studio.input.fill("a".repeat(MESSAGE_TEXT_LIMIT + 1));
    expect(await studio.button("send").isDisabled()).toBe(true);
    expect(await studio.input.getAttribute("aria-invalid")).toBe("true");
    await studio.input.press("Enter");
    expect((await studio.input.inputValue()).length).toBe(
      MESSAGE_TEXT_LIMIT + 1,
    );
  });

  it("grows the field to a point and then scrolls in it, in any direction of writing", async () => {
    const { page, studio } = await newcomer({
      viewport: { width: 390, height: 844 },
    });
    await studio.input.fill(`${"سطر\n".repeat(60)}${"x".repeat(500)} 👩‍👩‍👧‍👦`);
    const box = await studio.input.boundingBox();
    expect(box?.height).toBeLessThan(844 / 2);
    await studio.button("send").scrollIntoViewIfNeeded();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBe(390);
    const direction = await studio.input.evaluate(
      (field) => getComputedStyle(field).direction,
    );
    expect(direction).toBe("rtl");
  });
});

describe("the keyboard of a phone", () => {
  it("never covers the composer, and the page does not zoom into it", async () => {
    const visitor = await visit(visits.browser, {
      address: "about:blank",
      viewport: { width: 390, height: 664 },
    });
    visits.keep({ ...visitor, problems: [] });
    const { page, context } = visitor;
    await context.addInitScript(() => {
      const viewport = new EventTarget();
      Object.assign(viewport, { height: 664, offsetTop: 0, scale: 1 });
      Object.defineProperty(window, "visualViewport", { value: viewport });
    });
    await page.goto(visits.address);
    const studio = studioOn(page);
    await studio.useDemo();
    await studio.input.fill("hello");
    await page.evaluate(() => {
      Object.assign(window.visualViewport ?? {}, { height: 364 });
      window.visualViewport?.dispatchEvent(new Event("resize"));
    });
    for (const element of [studio.input, studio.button("send")]) {
      const box = await element.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(364);
    }
    const size = await studio.input.evaluate(
      (field) => getComputedStyle(field).fontSize,
    );
    expect(parseFloat(size)).toBeGreaterThanOrEqual(16);
    const buttons = await page.locator(".composer button").all();
    expect(buttons.length).toBeGreaterThanOrEqual(4);
    for (const button of buttons) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
  });
});
