import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./axe-findings.ts";
import { studioOn } from "./demo-steps.ts";
import { longLog } from "./long-log.ts";
import { startOwnServer, visit } from "./studio-under-test.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { timelineOn } from "./timeline-steps.ts";
import { studioVisits } from "./studio-visits.ts";

let folder: string;
const visits = studioVisits();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "log-file-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const visitor = await visits.visit(options);
  const { page } = visitor;
  return { ...visitor, studio: studioOn(page), timeline: timelineOn(page) };
}

/** Asks again until it holds, with patience for a page that has much to read. */
const soon = <T>(ask: () => T) => expect.poll(ask, { timeout: 20_000 });

const asFile = (text: string, name = "log.jsonl") => ({
  name,
  mimeType: "application/jsonl",
  buffer: Buffer.from(text),
});

const linesOf = (events: readonly unknown[]) =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");

describe("a log that was exported", () => {
  it("is opened again in a page whose server is gone, to be looked at and nothing else", async () => {
    const own = await startOwnServer("instant");
    const visitor = await visit(visits.browser, { address: own.address });
    const { page, context } = visitor;
    const studio = studioOn(page);
    const timeline = timelineOn(page);
    await studio.start();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: timeline.text("menu.save") }).click(),
    ]);
    const path = join(folder, "exported.jsonl");
    await download.saveAs(path);
    // What a log is looked at with has come by then.
    await soon(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .some(({ name }) => name.includes("log-file-screen")),
      ),
    ).toBe(true);
    await own.stop();
    const asked: string[] = [];
    await timeline.pick(path);
    await timeline.button("file.close").waitFor();
    page.on("request", (request) => asked.push(request.url()));
    await page.getByText(timeline.text("file.readOnly")).first().waitFor();
    await page.getByText("exported.jsonl").waitFor();
    await studio.chat.getByText("demo-account").first().waitFor();
    expect(await studio.input.count()).toBe(0);
    await studio.chat.getByText("这是日志文件").waitFor();
    await timeline.row("artifact.saved").click();
    await page.getByText("为什么有这个事件").waitFor();
    await timeline.tab("tab.runs").click();
    await page
      .getByRole("table", { name: timeline.text("runs.waterfall") })
      .waitFor();
    await timeline.button("menu.replay").click();
    await timeline.slider.fill("4");
    await soon(() => studio.chat.locator(".message").count()).toBe(1);
    await timeline.button("replay.leaveFile").click();
    await page.getByRole("link", { name: "report.md", exact: true }).click();
    expect(asked.filter((url) => url.includes("/api/"))).toEqual([]);
    expect(context.pages()).toHaveLength(1);
    await timeline.button("file.close").click();
    await timeline.button("file.close").waitFor({ state: "detached" });
    await context.close();
  });

  it("is opened where no session can be, from the screen that says so", async () => {
    const visitor = await visits.visit();
    visitor.tolerate(/503/);
    const { page } = visitor;
    await page.route("**/api/viewer", (route) =>
      route.fulfill({ status: 503, body: "{}" }),
    );
    await page.reload();
    const timeline = timelineOn(page);
    await page.getByLabel(timeline.text("file.pick")).waitFor();
    await timeline.pick(asFile(linesOf(longLog(10))));
    await timeline.list.waitFor();
    expect(await violations(page)).toEqual([]);
    await timeline.button("file.close").click();
    await page.getByLabel(timeline.text("file.pick")).waitFor();
  });
});

describe("a file that is not whole", () => {
  it("is shown as far as it is whole, with what is wrong by its line", async () => {
    const { page, timeline } = await newcomer();
    await timeline.list.waitFor();
    const [first, second, third, fourth] = longLog(10);
    await timeline.pick(
      asFile(
        `${linesOf([first, first, second])}oops\n${linesOf([third, fourth])}`,
      ),
    );
    await page
      .getByText(timeline.text("line.duplicate", { line: 2, found: 1 }))
      .waitFor();
    await page.getByText(timeline.text("line.not_json", { line: 4 })).waitFor();
    expect(await timeline.rows.count()).toBe(2);
    expect(await violations(page)).toEqual([]);
  });

  it("is refused with the reason where nothing of it is a log", async () => {
    const { page, timeline } = await newcomer();
    await timeline.list.waitFor();
    await timeline.pick(asFile("Hello\n", "hello.jsonl"));
    await page.getByText("未能打开“hello.jsonl”").waitFor();
    expect(await violations(page)).toEqual([]);
    await timeline.button("file.dismiss").click();
    await timeline.pick(asFile("", "empty.jsonl"));
    await page.getByText(timeline.text("file.empty")).waitFor();
  });
});

describe("a long log", () => {
  it("of 100,000 events scrolls with few elements, is searched, and is gone back into at once", async () => {
    const { page, timeline } = await newcomer();
    await timeline.list.waitFor();
    const path = join(folder, "long.jsonl");
    const events = longLog(100_000);
    await writeFile(path, linesOf(events));
    await timeline.pick(path);
    await timeline.button("file.close").waitFor({ timeout: 60_000 });
    await timeline.list.waitFor();
    expect(await timeline.rows.count()).toBeLessThan(60);
    await timeline.list.focus();
    for (const key of ["Home", "PageDown", "End", "PageUp", "ArrowUp"]) {
      await page.keyboard.press(key);
      await soon(() =>
        timeline.list.locator('[aria-selected="true"]').count(),
      ).toBe(1);
      expect(await timeline.rows.count()).toBeLessThan(60);
    }
    for (const part of [0.1, 0.5, 0.9]) {
      await timeline.list.evaluate((list, at) => {
        list.scrollTop = list.scrollHeight * at;
      }, part);
      const middle = Math.round(events.length * part);
      await soon(async () =>
        Math.abs(
          Number(await timeline.rows.first().getAttribute("data-sequence")) -
            middle,
        ),
      ).toBeLessThan(events.length / 100);
    }
    await timeline.button("menu.replay").click();
    await timeline.slider.fill("50000");
    await soon(() => timeline.slider.inputValue()).toBe("50000");
    const took = await timeline.slider.evaluate(async (slider) => {
      const frame = () =>
        new Promise((done) => requestAnimationFrame(() => done(undefined)));
      const began = performance.now();
      const set = Object.getOwnPropertyDescriptor(
        HTMLInputElement.prototype,
        "value",
      )?.set;
      set?.call(slider, "70001");
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await frame();
      await frame();
      return performance.now() - began;
    });
    // Generous, for machines that do much else: folding and drawing the whole log again takes far longer.
    expect(took).toBeLessThan(5_000);
    await timeline.button("replay.leaveFile").click();
    await timeline.search.fill("run.completed");
    await soon(() => timeline.rows.count()).toBeGreaterThan(10);
  });

  it("joins pieces to rows, and shows each of them as it was written", async () => {
    const { page, timeline } = await newcomer();
    await timeline.list.waitFor();
    const events = longLog(40);
    await timeline.pick(asFile(linesOf(events)));
    await timeline.button("file.close").waitFor();
    await timeline.row("assistant.delta").click();
    const pieces = timeline.region.locator(".event-pieces");
    await soon(() => pieces.getByRole("option").count()).toBe(3);
    await pieces.focus();
    await page.keyboard.press("End");
    const last = events.findLast(({ type }) => type === "assistant.delta");
    await timeline.detail(last?.sequence ?? 0).waitFor();
    const json = await timeline.region.locator(".event-json").innerText();
    expect(JSON.parse(json)).toEqual(last);
  });
});
