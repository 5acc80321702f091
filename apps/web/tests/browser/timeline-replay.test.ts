import { describe, expect, it } from "vitest";
import { studioOn } from "./demo-steps.ts";
import { timelineOn } from "./timeline-steps.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer() {
  const visitor = await visits.visit();
  const { page } = visitor;
  const studio = studioOn(page);
  const timeline = timelineOn(page);
  const sequenceOf = async (type: string) => {
    const row = timeline.row(type);
    await row.waitFor();
    return Number(await row.getAttribute("data-sequence"));
  };
  return { ...visitor, studio, timeline, sequenceOf };
}

describe("a replay", () => {
  it("shows conversation, tools and state as they were, takes no decision, and asks the server nothing", async () => {
    const { page, studio, timeline, sequenceOf } = await newcomer();
    await studio.start();
    await studio.button("approve").waitFor();
    const asked = await sequenceOf("approval.required");
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    const resolved = await sequenceOf("approval.resolved");
    const sent: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The list of sessions is polled, replay or not.
      if (pathname.startsWith("/api/") && request.method() !== "GET") {
        sent.push(`${request.method()} ${pathname}`);
      }
    });
    await timeline.button("menu.replay").click();
    await timeline.replay.waitFor();
    await timeline.slider.fill(`${asked}`);
    const card = studio.chat.getByRole("group", { name: /需要批准/ });
    await card.waitFor();
    const approve = studio.button("approve");
    expect(await approve.isDisabled()).toBe(true);
    expect(await studio.button("deny").isDisabled()).toBe(true);
    expect(await studio.chat.getByText("这是重放").count()).toBe(2);
    expect(await studio.input.count()).toBe(0);
    await page.getByText("等待你的决定").first().waitFor();
    expect(
      await page.getByRole("link", { name: "report.md", exact: true }).count(),
    ).toBe(0);
    await timeline.tab("tab.runs").click();
    const status = page.locator(".run-head .run-status");
    await status.getByText(timeline.text("status.awaiting_approval")).waitFor();
    // The title that the page gives the session may stand between the question and its answer.
    for (let at = asked; at < resolved; at += 1)
      await timeline.button("replay.forward").click();
    await approve.waitFor({ state: "detached" });
    await timeline.slider.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => studio.chat.locator(".message").count()).toBe(0);
    expect(await status.count()).toBe(0);
    await page.keyboard.press("End");
    await status.getByText(timeline.text("status.completed")).waitFor();
    await page.getByRole("link", { name: "report.md", exact: true }).waitFor();
    await timeline.button("replay.leave").click();
    await studio.input.waitFor();
    expect(await timeline.replay.count()).toBe(0);
    expect(sent).toEqual([]);
  });

  it("plays at a speed, jumps to an event, and says where there is none", async () => {
    const { page, studio, timeline } = await newcomer();
    await studio.start();
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    await timeline.button("menu.replay").click();
    const field = page.getByLabel(timeline.text("replay.jumpTo"));
    await field.fill("9999");
    await page.getByText(/只有事件/).waitFor();
    await field.fill("5");
    await field.press("Enter");
    expect(await timeline.slider.inputValue()).toBe("5");
    await page.getByLabel(timeline.text("replay.speed")).selectOption("20");
    await timeline.button("replay.play").click();
    const last = await timeline.slider.getAttribute("max");
    await expect
      .poll(() => timeline.slider.inputValue(), { timeout: 20_000 })
      .toBe(last);
    await timeline.button("replay.play").waitFor();
  });

  it("lets live events go on in the background, and returns to them with the draft that was there", async () => {
    const { page, context, studio, timeline, sequenceOf } = await newcomer();
    await studio.start();
    await studio.button("approve").waitFor();
    await studio.input.fill("half a thought");
    const asked = await sequenceOf("approval.required");
    await timeline.row("approval.required").click();
    await timeline.button("detail.replay").click();
    await timeline.replay.waitFor();
    expect(await timeline.slider.inputValue()).toBe(`${asked}`);
    const other = studioOn(await context.newPage());
    await other.button("approve").page().goto(page.url());
    await other.button("approve").click();
    await timeline.row("run.completed").waitFor({ state: "attached" });
    expect(await timeline.slider.inputValue()).toBe(`${asked}`);
    expect(await studio.button("approve").isDisabled()).toBe(true);
    await timeline.slider.focus();
    await page.keyboard.press("Escape");
    await studio.input.waitFor();
    expect(await studio.input.inputValue()).toBe("half a thought");
    await page.getByRole("link", { name: "report.md", exact: true }).waitFor();
  });
});
