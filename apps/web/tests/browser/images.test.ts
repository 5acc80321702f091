/** The whole way of an image: from the picker to the model's answer, the history, and its end with the session. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { ERRORS_ZH_CN } from "../../src/texts/errors-zh-cn.ts";
import { APPROVALS_ZH_CN } from "../../src/texts/approvals-zh-cn.ts";
import { attachmentsOn } from "./attachment-steps.ts";
import { studioOn } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";
import { startBrowser, startServer, visit } from "./studio-under-test.ts";
import type {
  RunningServer,
  Visitor,
  VisitorOptions,
} from "./studio-under-test.ts";
import { pngFile } from "./test-images.ts";

let browser: Browser;
let server: RunningServer;
let hasty: RunningServer;
let folder: string;
const visitors: Visitor[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-images-"));
  server = await startServer("instant", { STUDIO_DATA_DIR: folder });
  hasty = await startServer("instant", {
    STUDIO_DATA_DIR: join(folder, "hasty"),
    STUDIO_APPROVAL_TIMEOUT_MS: "1500",
  });
  browser = await startBrowser();
});
afterEach(async () => {
  for (const { context, problems } of visitors.splice(0)) {
    await context.close();
    expect(problems).toEqual([]);
  }
});
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), hasty.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function newcomer(
  locale: Language = "zh-CN",
  options: Partial<VisitorOptions> = {},
) {
  const visitor = await visit(browser, {
    address: server.address,
    locale,
    ...options,
  });
  visitors.push(visitor);
  const { page, tolerate } = visitor;
  const studio = studioOn(page, locale);
  await studio.useDemo();
  return { page, tolerate, studio, files: attachmentsOn(page, locale) };
}

const PHOTO = pngFile("sales.png");

/** Sends the demo task with an image and waits for the question whether the report may be saved. */
async function ask({ studio, files }: Awaited<ReturnType<typeof newcomer>>) {
  await files.pick(PHOTO);
  await studio.button("fillDemo").click();
  await studio.button("send").click();
  await studio.button("approve").waitFor();
}

/** Waits until the image of a message is drawn. */
async function drawn(page: Page, name: string): Promise<void> {
  const image = page.locator(".message.user").getByRole("img", { name });
  await image.waitFor();
  await page.waitForFunction(
    (alt) =>
      [...document.querySelectorAll<HTMLImageElement>(".message img")].some(
        (element) => element.alt === alt && element.naturalWidth > 0,
      ),
    name,
  );
}

const openSession = (page: Page) =>
  page.evaluate(() => localStorage.getItem("studio.session") ?? "");

/** What is left of a session's files. */
async function filesOf(page: Page, data: string): Promise<readonly string[]> {
  const id = await openSession(page);
  const names = await readdir(data, { recursive: true });
  return names.filter((name) => name.includes(id));
}

describe("an image with the demo task", () => {
  it.each(["zh-CN", "en-US"] as const)(
    "is measured, shown in the history, and gone with its session, in %s",
    async (locale) => {
      const visitor = await newcomer(locale);
      const { page, studio, files } = visitor;
      await ask(visitor);
      await studio.chat.getByText(/320\s?[×x]\s?200/).waitFor();
      await studio.button("approve").click();
      await studio.hears(studio.names.done);
      await drawn(page, "sales.png");

      await page.reload();
      await drawn(page, "sales.png");
      expect(await files.list.count()).toBe(0);
      await files.preview("sales.png").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "sales.png" }).waitFor();
      await page.keyboard.press("Escape");
      const hasFocus = (element: Element) => element === document.activeElement;
      expect(await files.preview("sales.png").evaluate(hasFocus)).toBe(true);

      expect(await filesOf(page, folder)).not.toEqual([]);
      await page.evaluate(
        async (id) => {
          await fetch(`/api/sessions/${id}`, { method: "DELETE" });
        },
        await openSession(page),
      );
      expect(await filesOf(page, folder)).toEqual([]);
    },
  );

  it("stays in the conversation when the report is denied", async () => {
    const visitor = await newcomer();
    const { page, studio } = visitor;
    await ask(visitor);
    await studio.button("deny").click();
    await studio.hears(studio.names.done);
    await drawn(page, "sales.png");
    expect(await page.getByText("report.md").count()).toBe(0);
  });

  it("stays in the conversation when nobody decides in time", async () => {
    const visitor = await newcomer("zh-CN", { address: hasty.address });
    const { page, studio } = visitor;
    await ask(visitor);
    await studio.hears(studio.names.done);
    await drawn(page, "sales.png");
    await page.getByText(APPROVALS_ZH_CN.expired).first().waitFor();
  });
});

describe("an image alone", () => {
  it("is a message, answered on a phone as well", async () => {
    const { page, studio, files } = await newcomer("en-US", {
      viewport: { width: 390, height: 844 },
      theme: "light",
    });
    await files.pick(PHOTO);
    await files.ready("sales.png");
    await studio.button("send").click();
    await studio.hears(studio.names.done);
    await drawn(page, "sales.png");
    // Without a word of the person, the script answers in both languages.
    const measured = studio.chat.getByText(/320\s?[×x]\s?200/);
    await measured.first().waitFor();
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth,
    );
    expect(width).toBe(390);
  });

  it("that was not sent is there again after a reload, and one not uploaded is named", async () => {
    const { page, studio, files, tolerate } = await newcomer();
    tolerate(/ERR_FAILED/);
    await files.pick(PHOTO);
    await files.ready("sales.png");
    await page.route("**/attachments", (route) => route.abort());
    await files.pick(pngFile("lost.png"));
    await files.failed("lost.png");
    await page.reload();
    await files.ready("sales.png");
    const lost = files.text("lost", { names: "lost.png" });
    await page.getByRole("alert").filter({ hasText: lost }).waitFor();
    await studio.button("send").click();
    await files.list.waitFor({ state: "detached" });
    await drawn(page, "sales.png");
    await page.reload();
    await drawn(page, "sales.png");
    expect(await files.list.count()).toBe(0);
  });

  it("leaves its place to a note when it is removed afterwards", async () => {
    const { page, studio, files } = await newcomer();
    await files.pick(PHOTO);
    await files.ready("sales.png");
    await studio.button("send").click();
    await drawn(page, "sales.png");
    const status = await page.evaluate(async () => {
      const image = document.querySelector<HTMLImageElement>(".message img");
      const address = image?.src.replace(/\/content$/, "") ?? "";
      return (await fetch(address, { method: "DELETE" })).status;
    });
    expect(status).toBe(204);
    await page
      .getByText(files.text("sentRemoved", { name: "sales.png" }))
      .waitFor();
  });
});

describe("what the server refuses", () => {
  it("is said in plain words, and the session goes on", async () => {
    const { page, studio, files, tolerate } = await newcomer();
    tolerate(/4\d\d/);
    const html = Buffer.from("<!doctype html><p>404</p>");
    const png = pngFile("real.png");
    await files.pick(
      { name: "fake.png", mimeType: "image/png", buffer: html },
      { name: "named.jpg", mimeType: "image/jpeg", buffer: png.buffer },
      { ...png, name: "cut.png", buffer: png.buffer.subarray(0, 60) },
      pngFile("wide.png", { width: 12_001, height: 1 }),
      png,
    );
    await files.failed("named.jpg", ERRORS_ZH_CN.IMAGE_SIGNATURE_MISMATCH);
    await files.failed("cut.png", ERRORS_ZH_CN.IMAGE_UNREADABLE);
    await files.failed("wide.png", ERRORS_ZH_CN.IMAGE_DIMENSIONS_EXCEEDED);
    await files.failed("fake.png");
    await files.ready("real.png");
    await studio.input.fill("这张图里有什么？");
    await studio.button("send").click();
    await studio.hears(studio.names.done);
    await drawn(page, "real.png");
  });

  it("never spoils a name: what was attached is called as it was", async () => {
    const { page, studio, files } = await newcomer();
    const names = [
      "Screenshot 2025-11-02 at 9.41.07\u202FAM.png",
      "ملف الأسعار.png",
      "🧾 invoice.png",
      'a"b;c.png',
    ];
    await files.pick(...names.map((name) => pngFile(name)));
    for (const name of names) await files.ready(name);
    await studio.button("send").click();
    for (const name of names) await drawn(page, name);
  });
});
