import { describe, expect, it } from "vitest";
import type { Page, Route } from "playwright-core";
import { violations } from "./axe-findings.ts";
import { attachmentsOn, transferOf } from "./attachment-steps.ts";
import { studioOn } from "./demo-steps.ts";
import { fakeUploads } from "./fake-uploads.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { pngFile } from "./test-images.ts";
import { studioVisits } from "./studio-visits.ts";

const visits = studioVisits();

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const visitor = await visits.visit(options);
  const { page, tolerate } = visitor;
  const { locale } = options;
  const studio = studioOn(page, locale);
  await studio.useDemo();
  return { page, tolerate, studio, files: attachmentsOn(page, locale) };
}

const LONG = `${"a-name-without-any-end-".repeat(8)}.png`;

/** Gives the open session a model that reads no images. */
async function chooseBlindModel(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const { sessions } = (await (await fetch("/api/sessions")).json()) as {
      sessions: { sessionId: string }[];
    };
    const address = `/api/sessions/${sessions[0]?.sessionId}/model-config`;
    const answer = await fetch(address, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        presetId: "deepseek",
        providerId: "deepseek",
        api: "openai-completions",
        baseUrl: "https://api.deepseek.com/v1",
        modelId: "deepseek-chat",
        supportsImages: false,
        apiKey: "sk-0000000000000000",
      }),
    });
    return answer.status;
  });
  expect(status).toBe(200);
}

describe("attachments in every state", () => {
  it.each([
    ["dark", 1440, "zh-CN"],
    ["light", 1024, "en-US"],
    ["dark", 390, "en-US"],
    ["light", 390, "zh-CN"],
  ] as const)(
    "are usable by everyone: %s theme, %i pixels, %s",
    async (theme, width, locale) => {
      const { page, studio, files, tolerate } = await newcomer({
        theme,
        locale,
        viewport: { width, height: 844 },
      });
      tolerate(/ERR_FAILED/);
      const fake = await fakeUploads(page);
      await files.pick(pngFile(LONG));
      await files.ready(LONG);
      fake.answer("abort");
      await files.pick(pngFile("failed.png"));
      await files.failed("failed.png");
      fake.answer("hold");
      await files.pick(pngFile("held.png"));
      await files.chip("held.png").locator("progress").waitFor();
      expect(await violations(page), "uploading").toEqual([]);

      await studio.button("send").click();
      await page.getByText(files.text("stopWaiting")).waitFor();
      expect(await violations(page), "waiting").toEqual([]);
      const sideways = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
      expect(await sideways()).toBe(0);

      await files.preview(LONG).click();
      await page.getByRole("dialog").getByRole("img").waitFor();
      expect(await violations(page), "preview").toEqual([]);
      expect(await sideways()).toBe(0);
      await page.keyboard.press("Escape");

      const dataTransfer = await transferOf(page, [pngFile("dragged.png")]);
      const thread = studio.chat.locator(".thread");
      await thread.dispatchEvent("dragover", { dataTransfer });
      await files.dropHint.waitFor();
      expect(await violations(page), "dragging").toEqual([]);
      await thread.dispatchEvent("dragleave");
      await files.dropHint.waitFor({ state: "detached" });
    },
  );
});

describe("a model without image input", () => {
  it("is told before anything is sent, with the ways on", async () => {
    const { page, studio, files } = await newcomer();
    await fakeUploads(page);
    await files.pick(pngFile("a.png"));
    await files.ready("a.png");
    await studio.input.fill("what is this?");
    await chooseBlindModel(page);
    const note = page.getByRole("alert").filter({
      hasText: files.text("lacksImages"),
    });
    await note.waitFor();
    expect(await studio.button("send").isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await studio.input.press("Enter");
    await page.getByRole("button", { name: files.text("chooseModel") }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: files.text("removeImages") })
      .click();
    await note.waitFor({ state: "detached" });
    expect(await studio.input.inputValue()).toBe("what is this?");
    expect(await studio.button("send").isEnabled()).toBe(true);
  });
});

describe("a part of the page that can't be loaded", () => {
  it("is said beside the draft, and asked for again with the next file", async () => {
    const { page, studio, files, tolerate } = await newcomer();
    tolerate(/ERR_FAILED|dynamically imported/);
    const fake = await fakeUploads(page);
    await page.route("**/browser-attachments-*.js", (route) => route.abort(), {
      times: 1,
    });
    await studio.input.fill("kept");
    await files.pick(pngFile("a.png"));
    await page.getByRole("alert").waitFor();
    expect(await studio.input.inputValue()).toBe("kept");
    expect(fake.uploads).toEqual([]);
    await files.pick(pngFile("a.png"));
    await files.ready("a.png");
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("lets no message go without the file that was chosen for it", async () => {
    const { page, studio, files, tolerate } = await newcomer();
    tolerate(/ERR_FAILED|dynamically imported/);
    const fake = await fakeUploads(page);
    const asked = Promise.withResolvers<Route>();
    await page.route("**/browser-attachments-*.js", asked.resolve, {
      times: 1,
    });
    await studio.input.fill("look");
    await files.pick(pngFile("a.png"));
    await studio.input.press("Enter");
    await (await asked.promise).abort();
    await page.getByRole("alert").waitFor();
    expect(await studio.input.inputValue()).toBe("look");
    expect(fake.messages).toEqual([]);
    await files.pick(pngFile("a.png"));
    await studio.input.press("Enter");
    await expect
      .poll(() => fake.messages)
      .toMatchObject([{ text: "look", attachmentIds: [expect.any(String)] }]);
  });
});
