import { describe, expect, it } from "vitest";
import { personWith } from "./session-steps.ts";
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

describe("the title of a session", () => {
  it("is made of the first message, kept by the server, and left alone once someone chose one", async () => {
    const { page, studio, row, listed, titles } = await person([]);
    await studio.useDemo();
    await studio.input.fill("## 你好，先说说你能做什么\n第二行");
    await studio.button("send").click();
    await row("你好，先说说你能做什么").waitFor();
    expect((await listed())[0]?.title).toBe("你好，先说说你能做什么");
    expect(await page.title()).toBe("你好，先说说你能做什么 – Agent Studio");

    await page.locator(".session-open").press("F2");
    await page.getByLabel("会话标题").fill("广告报告");
    await page.keyboard.press("Enter");
    await row("广告报告").waitFor();
    await page.reload();
    await studio.chat.getByText("第二行").waitFor();
    await studio.input.fill("再问一句");
    await studio.button("send").click();
    await studio.chat.getByText("再问一句").waitFor();
    expect(await titles()).toEqual(["广告报告"]);
  });

  it("is edited in its place: Escape keeps it, an empty one is refused, a refusal says why", async () => {
    const { page, tolerate, row, focusedRow } = await person(["one", "two"]);
    const open = row("two").locator(".session-open");
    await open.focus();
    await page.keyboard.press("F2");
    const field = page.getByLabel("会话标题");
    expect(await field.inputValue()).toBe("two");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await page.getByText("标题至少要有一个字符。").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    // An input method's Enter chooses a word; it saves nothing.
    await field.fill("ni hao");
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      await field.dispatchEvent("keydown", {
        key: "Enter",
        bubbles: true,
        cancelable: true,
        ...init,
      });
    }
    expect(await field.inputValue()).toBe("ni hao");
    await page.keyboard.press("Escape");
    expect(await focusedRow()).toBe("two");

    tolerate(/503/);
    await page.route("**/api/sessions/*", async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      const error = {
        code: "STORE_UNAVAILABLE",
        message: "No.",
        requestId: "req_0000000000000000",
      };
      return route.fulfill({ status: 503, json: { error } });
    });
    await page.keyboard.press("F2");
    await field.fill("three");
    await page.keyboard.press("Enter");
    await page.getByText("未能重命名").waitFor();
    expect(await field.inputValue()).toBe("three");
    await page.unroute("**/api/sessions/*");
    await page.keyboard.press("Enter");
    await row("three").waitFor();
    expect(await focusedRow()).toBe("three");
  });
});

describe("the list of sessions", () => {
  it("is walked by the keyboard alone", async () => {
    const { page, row, focusedRow, idOf } = await person([
      "one",
      "two",
      "three",
    ]);
    await row("three").locator(".session-open").focus();
    await page.keyboard.press("ArrowDown");
    expect(await focusedRow()).toBe("two");
    await page.keyboard.press("End");
    expect(await focusedRow()).toBe("one");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    expect(await focusedRow()).toBe("three");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page
      .locator(".session[data-current=true]")
      .getByText("one")
      .waitFor();
    expect(await focusedRow()).toBe("one");
    expect(page.url()).toContain(await idOf("one"));
  });

  it("resets to a fresh session of the same lab and model, beside the old one", async () => {
    const { page, studio } = await person([]);
    await studio.start();
    await studio.button("approve").waitFor();
    await page.getByRole("button", { name: "重置会话" }).click();
    await page.locator(".welcome").waitFor();
    await page.getByText("当前模型").waitFor();
    expect(await page.locator(".session").count()).toBe(2);
    const old = page.locator(".session").nth(1);
    await old.locator('[data-status="awaiting_approval"]').waitFor();
    expect(await old.locator(".pending-pill").innerText()).toContain("1");
  });

  it("shows in one tab what was done in another", async () => {
    const { page, open, row } = await person(["one", "two"]);
    const other = await open();
    await row("one", other).waitFor();
    await row("one", other).locator(".session-open").press("F2");
    await other.getByLabel("会话标题").fill("renamed");
    await other.keyboard.press("Enter");
    await row("renamed", other).waitFor();
    await other.getByRole("button", { name: "新建会话" }).click();
    await other.locator(".session").nth(2).waitFor();
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await row("renamed").waitFor();
    await page.locator(".session").nth(2).waitFor();
    expect(
      await page.locator('.session[data-current="true"]').innerText(),
    ).toContain("renamed");
  });

  it("is read page by page, and found by a few letters on any page", async () => {
    const { page, row, titles, call } = await person([]);
    for (let index = 1; index <= 70; index += 1) {
      const title = `session ${String(index).padStart(3, "0")}`;
      await call("POST", "sessions", { title });
    }
    await page.reload();
    await row("session 070").waitFor();
    expect(await page.locator(".session").count()).toBeLessThan(60);
    await page.getByRole("button", { name: "加载更多" }).click();
    await row("session 001").waitFor();
    expect(await page.locator(".session").count()).toBe(71);
    await page.reload();
    await row("session 070").waitFor();
    await page.getByLabel("查找会话").fill("SESSION 003");
    await row("session 003").waitFor();
    expect(await titles()).toEqual(["session 003"]);
    await page.keyboard.press("Enter");
    await page.locator(".session-open:focus").waitFor();
    await page.getByLabel("查找会话").fill("nothing");
    await page.getByText("没有名为“nothing”的会话。").waitFor();
  });

  it("holds titles of any length and direction without scrolling sideways", async () => {
    const { page } = await person(
      ["x".repeat(200), "مرحبا بالعالم، هذا عنوان طويل", "👩‍👩‍👧‍👦".repeat(12)],
      { viewport: { width: 390, height: 844 } },
    );
    await page.getByRole("tab", { name: "技能" }).click();
    const wide = await page.evaluate(
      () =>
        [...document.querySelectorAll(".session, .panel.left")].filter(
          (element) => element.getBoundingClientRect().right > innerWidth,
        ).length,
    );
    expect(wide).toBe(0);
    const small = await page.evaluate(
      () =>
        [...document.querySelectorAll(".session button")]
          .map((element) => element.getBoundingClientRect())
          .filter(
            ({ width, height }) => height > 0 && (width < 44 || height < 44),
          ).length,
    );
    expect(small).toBe(0);
  });

  it("says so when a session is gone, and lets go of its row", async () => {
    const { page, tolerate, row, titles, call, idOf } = await person([
      "one",
      "two",
    ]);
    tolerate(/404|ERR_FAILED/);
    // The list is as old as it can be.
    await page.route("**/api/sessions?*", (route) => route.abort());
    await call("DELETE", `sessions/${await idOf("two")}`);
    await row("two").locator(".session-open").click();
    await page.getByRole("alert").waitFor();
    await row("two").waitFor({ state: "detached" });
    expect(await titles()).toEqual(["one"]);
  });
});
