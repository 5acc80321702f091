import { describe, expect, it } from "vitest";
import { HarnessEventSchema } from "@agent-studio/shared";
import type { EventType, HarnessEvent } from "@agent-studio/shared";
import { EVENT_EXPLANATIONS } from "@agent-studio/shared/event-explanations";
import { violations } from "./axe-findings.ts";
import { studioOn } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { timelineOn } from "./timeline-steps.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

/** Someone whose demo task has been done, report approved and all. */
async function afterDemo(
  options: Partial<VisitorOptions> & { readonly locale?: Language } = {},
) {
  const { locale = "zh-CN" } = options;
  const visitor = await visits.visit(options);
  const { page } = visitor;
  const studio = studioOn(page, locale);
  await studio.start();
  await studio.button("approve").click();
  await studio.hears(studio.names.done);
  if ((options.viewport?.width ?? 1440) <= 860) {
    const name = locale === "zh-CN" ? "事件" : "Events";
    await page.getByRole("tab", { name, exact: true }).first().click();
  }
  const timeline = timelineOn(page, locale);
  await timeline.list.waitFor();
  const log = async (): Promise<readonly HarnessEvent[]> => {
    const link = timeline.region.getByRole("link", {
      name: timeline.text("menu.save"),
    });
    const href = (await link.getAttribute("href")) ?? "";
    const answer = await page.request.get(new URL(href, visits.address).href);
    return (await answer.text())
      .trimEnd()
      .split("\n")
      .map(
        (line) => HarnessEventSchema.parse(JSON.parse(line)) as HarnessEvent,
      );
  };
  return { ...visitor, studio, timeline, log };
}

describe("an event that is opened", () => {
  it("shows all of itself, why it exists, who emits it, and leads to what it follows from and leads to", async () => {
    const { page, timeline, log } = await afterDemo();
    const events = await log();
    const sequenceOf = (type: EventType) =>
      events.findLast((event) => event.type === type)?.sequence ?? 0;
    await timeline.row("artifact.saved").click();
    const saved = timeline.detail(sequenceOf("artifact.saved"));
    const { why, emitter } = EVENT_EXPLANATIONS["zh-CN"]["artifact.saved"];
    await saved.getByText(why).waitFor();
    await saved.getByText(emitter).waitFor();
    const json = await saved.locator(".event-json").innerText();
    expect(JSON.parse(json)).toEqual(events[sequenceOf("artifact.saved") - 1]);
    let from = saved;
    for (const type of [
      "tool.started",
      "approval.resolved",
      "approval.required",
      "tool.requested",
    ] as const) {
      const sequence = sequenceOf(type);
      await from.locator(`.event-link[data-sequence="${sequence}"]`).click();
      from = timeline.detail(sequence);
      await from.waitFor();
    }
    await timeline.button("detail.reveal").click();
    await page.locator(".tool-card:focus").waitFor();
    expect(await page.locator(":focus").getAttribute("aria-label")).toContain(
      "保存报告",
    );
  });

  it("is copied as JSON, also where the page has no clipboard", async () => {
    const { page, timeline } = await afterDemo({ locale: "en-US" });
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    );
    await timeline.list.press("Home");
    await timeline.row("run.started").click();
    await timeline.button("detail.copy").click();
    await timeline.region.getByText(timeline.text("copy.done")).waitFor();
    await timeline.search.focus();
    await page.keyboard.press("Control+V");
    expect(await timeline.search.inputValue()).toContain('"run.started"');
  });
});

describe("the list of events", () => {
  it("has every event once, and is narrowed by kind and by what events hold", async () => {
    const { page, timeline, log } = await afterDemo();
    const events = await log();
    await timeline.list.press("Home");
    const size = Number(
      await timeline.rows.first().getAttribute("aria-setsize"),
    );
    expect(size).toBeLessThanOrEqual(events.length);
    await timeline.search.fill("report.md");
    await timeline.row("artifact.saved").waitFor();
    const found = await timeline.rows.count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(size);
    await timeline.search.fill("nothing-has-this");
    await timeline.region.getByText(timeline.text("list.noMatch")).waitFor();
    await timeline.search.press("Escape");
    await timeline.region.locator(".event-groups summary").click();
    for (const group of [
      "session",
      "run",
      "message",
      "model",
      "tool",
      "skill",
      "file",
      "lab",
      "other",
    ] as const) {
      await page
        .getByRole("checkbox", { name: timeline.text(`group.${group}`) })
        .uncheck();
    }
    await expect
      .poll(() =>
        timeline.rows.evaluateAll((rows) =>
          rows.map((row) => row.getAttribute("data-type")),
        ),
      )
      .toEqual(["approval.required", "approval.resolved"]);
  });

  it("is used by keys alone, and keeps what is chosen while events come", async () => {
    const { page, studio, timeline } = await afterDemo();
    await timeline.list.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    expect(await timeline.region.locator(".event-detail").count()).toBe(0);
    await page.keyboard.press("Enter");
    await timeline.detail(2).waitFor();
    await studio.input.fill("Hello");
    await studio.input.press("Enter");
    await studio.button("send").waitFor();
    await expect
      .poll(() => timeline.list.locator('[aria-selected="true"]').count())
      .toBe(1);
    await timeline.detail(2).waitFor();
    await timeline.list.focus();
    await page.keyboard.press("Escape");
    expect(await timeline.region.locator(".event-detail").count()).toBe(0);
  });
});

describe("the run view", () => {
  it("has the figures of the events, each once, and takes waiting for no fault", async () => {
    const { page, timeline, log } = await afterDemo({ locale: "en-US" });
    const events = await log();
    const calls = events.filter((event) => event.type === "model.responded");
    const sum = (pick: "inputTokens" | "outputTokens" | "cacheReadTokens") =>
      calls.reduce((total, { payload }) => total + payload.usage[pick], 0);
    await timeline.tab("tab.runs").click();
    const totals = page.getByRole("region", {
      name: timeline.text("runs.totals"),
      exact: true,
    });
    const figure = (name: string) =>
      totals
        .locator("div", { has: page.getByText(name, { exact: true }) })
        .locator("dd");
    const number = (value: number) => value.toLocaleString("en");
    expect(await figure(timeline.text("figures.input")).innerText()).toBe(
      number(sum("inputTokens")),
    );
    expect(await figure(timeline.text("figures.output")).innerText()).toBe(
      number(sum("outputTokens")),
    );
    expect(await figure(timeline.text("figures.cacheRead")).innerText()).toBe(
      number(sum("cacheReadTokens")),
    );
    expect(await figure(timeline.text("figures.turns")).innerText()).toBe(
      `${calls.length}`,
    );
    const steps = timeline.region.getByRole("table").getByRole("button");
    const tools = events.filter((event) => event.type === "tool.requested");
    expect(await steps.count()).toBe(calls.length + tools.length + 1);
    const wait = steps.filter({ hasText: "A person" });
    await wait.click();
    await page
      .locator(".step-detail")
      .getByText(timeline.text("step.approved"), { exact: true })
      .waitFor();
    expect(await page.locator('.lane-bar[data-status="failed"]').count()).toBe(
      0,
    );
    const required = events.find((event) => event.type === "approval.required");
    await page
      .getByRole("button", {
        name: timeline.text("step.event", {
          sequence: required?.sequence ?? 0,
        }),
      })
      .click();
    await timeline.detail(required?.sequence ?? 0).waitFor();
  });
});

describe("axe", () => {
  it.each([
    ["dark", 1440, 900],
    ["light", 1024, 768],
    ["light", 390, 844],
    ["dark", 390, 844],
  ] as const)(
    "finds nothing in the timeline in the %s theme at %i pixels, and nothing scrolls sideways",
    async (theme, width, height) => {
      const { page, timeline } = await afterDemo({
        theme,
        viewport: { width, height },
      });
      const check = async (what: string) => {
        expect(await violations(page), what).toEqual([]);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        );
        expect(sideways, what).toBe(false);
      };
      await timeline.region.locator(".event-groups summary").click();
      await check("kinds");
      await page.keyboard.press("Escape");
      await timeline.row("assistant.delta").click();
      await check("event");
      await timeline.button("detail.close").click();
      await timeline.tab("tab.runs").click();
      await timeline.region
        .getByRole("table")
        .getByRole("button")
        .first()
        .click();
      await timeline.button("runs.zoomIn").click();
      await check("run");
      await timeline.button("menu.replay").click();
      await timeline.replay.waitFor();
      await timeline.slider.fill("20");
      await check("replay");
    },
  );
});
