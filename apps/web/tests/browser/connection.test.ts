import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { studioOn } from "./demo-steps.ts";
import { openLine } from "./line-to-server.ts";
import type { Line } from "./line-to-server.ts";
import { startServer } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

let server: RunningServer;
let line: Line;
const visits = studioVisits(async () => {
  line = await openLine();
  await start();
  // A test starts another one in its place, which is then the one to stop.
  return { address: server.address, stop: () => server.stop() };
});

const portOf = (address: string) => Number(new URL(address).port);
const start = async () => {
  server = await startServer("natural", {
    STUDIO_ALLOWED_ORIGINS: line.address,
  });
  line.to(portOf(server.address));
};

afterAll(() => line.close());

async function newcomer(address = server.address) {
  const visitor = await visits.visit({ address });
  // The browser itself notes each request that a broken line fails.
  visitor.tolerate(/Failed to load resource/);
  const studio = studioOn(visitor.page);
  await studio.button("useDemo").waitFor();
  return { ...visitor, studio };
}

const live = (page: Page) =>
  page.getByRole("button", { name: "实时 切断事件流" });

async function pendingApprovals(page: Page): Promise<number> {
  const answer = await page.request.get(
    `${server.address}/api/approvals?status=pending`,
  );
  const { approvals } = (await answer.json()) as {
    readonly approvals: readonly unknown[];
  };
  return approvals.length;
}

describe("the connection", () => {
  it("is cut and restored on purpose, shows the cursor and what came again, and ends with the whole answer", async () => {
    const { page, studio } = await newcomer();
    await studio.start();
    await page.locator("[data-type='tool.started']").first().waitFor();
    const asked = page.waitForRequest(
      (request) => request.headers()["last-event-id"] !== undefined,
    );
    await live(page).click();
    await page.getByText("你切断了事件流").waitFor();
    const rows = page.locator("[data-type]");
    const before = await rows.last().innerText();
    // The run goes on without the stream, up to its question.
    await expect
      .poll(() => pendingApprovals(page), { interval: 250, timeout: 20_000 })
      .toBe(1);
    expect(await rows.last().innerText()).toBe(before);
    await page.getByRole("button", { name: "恢复事件流" }).last().click();
    const cursor = (await asked).headers()["last-event-id"] ?? "";
    const banner = page.getByRole("status").filter({ hasText: "重放了" });
    await banner.waitFor();
    expect(await banner.innerText()).toContain(`Last-Event-ID: ${cursor}`);
    const [, count, first, last] =
      /重放了 (\d+) 个事件（(\d+)–(\d+)）/.exec(await banner.innerText()) ?? [];
    expect(Number(count)).toBe(Number(last) - Number(first) + 1);
    expect(cursor.endsWith(`_${Number(first) - 1}`)).toBe(true);
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    await banner.getByRole("button").click();
    await banner.waitFor({ state: "hidden" });
  });

  it("comes back each time when its line is broken five times in a run, and misses nothing", async () => {
    const { page, studio } = await newcomer(line.address);
    await studio.start();
    for (let time = 0; time < 5; time += 1) {
      const again = page.waitForRequest((request) =>
        request.url().includes("/events?"),
      );
      await live(page).waitFor();
      line.cut();
      await again;
    }
    await studio.button("approve").click();
    await studio.hears(studio.names.done);
    const before = await studio.words();
    await page.reload();
    await page.getByText("就绪").first().waitFor();
    await expect.poll(studio.words).toEqual(before);
  });

  it("says within ten seconds that it tries again when a line takes connections and answers nothing", async () => {
    const { page } = await newcomer(line.address);
    line.hold();
    const banner = page.getByRole("status").filter({ hasText: "个事件之后" });
    await banner.waitFor();
    await page
      .getByRole("button", { name: "连接断开 立即重试" })
      .waitFor({ timeout: 10_000 });
    line.release();
    await live(page).waitFor();
  });

  it("loads a part of the page again that it was cut from", async () => {
    const { page, studio } = await newcomer();
    let cuts = 0;
    await page.route("**/assets/markdown-blocks*.js", (route) => {
      cuts += 1;
      return cuts < 3 ? route.abort() : route.continue();
    });
    await studio.useDemo();
    await studio.input.fill("Hello");
    await studio.button("send").click();
    await studio.chat.locator(".message.assistant .markdown").first().waitFor();
    expect(cuts).toBe(3);
  });

  it("tells of a server that lost the session, keeps the log here, and begins anew", async () => {
    const { page, studio } = await newcomer(line.address);
    await server.stop();
    await page.getByRole("status").filter({ hasText: "正在重启" }).waitFor();
    await start();
    const gone = page.getByRole("alert").filter({ hasText: "会话" });
    await gone.waitFor();
    const [log] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "保存此处的日志" }).click(),
    ]);
    expect(log.suggestedFilename()).toMatch(/^ses_.+\.jsonl$/);
    const [first = ""] = (await text(await log.createReadStream())).split("\n");
    expect(JSON.parse(first)).toMatchObject({
      sequence: 1,
      type: "session.started",
    });
    await page.getByRole("button", { name: "重新开始", exact: true }).click();
    await live(page).waitFor();
    await studio.button("useDemo").waitFor();
  });
});
