import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { aConnection, anEvent } from "@agent-studio/shared/testing";
import { studioOn } from "./demo-steps.ts";
import { PROVIDER_ANSWER, startProvider } from "./fake-provider.ts";
import type { FakeProvider } from "./fake-provider.ts";
import { keptByPage, settingsOn } from "./settings-dialog.ts";
import { startServer, visit } from "./studio-under-test.ts";
import { tell } from "./told-log.ts";
import type { VisitorOptions } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

// Made up anew each time, and compared without ever being printed.
const KEY = `test-${randomBytes(12).toString("hex")}`;
const HEADER_VALUE = `value-${randomBytes(12).toString("hex")}`;

let provider: FakeProvider;
const visits = studioVisits(async () => {
  provider = await startProvider(KEY);
  return startServer("natural", {
    STUDIO_ALLOWED_MODEL_ORIGINS: provider.origin,
  });
});
afterAll(() => provider.stop());

async function newcomer(options: Partial<VisitorOptions> = {}) {
  const visitor = await visits.visit(options);
  const { locale } = options;
  const studio = studioOn(visitor.page, locale);
  const settings = settingsOn(visitor.page, locale);
  return { ...visitor, studio, settings };
}

/** Whether the page, or JavaScript's memory, still has a text; the text itself shows in no message. */
async function isOnPage(page: Page, secret: string): Promise<boolean> {
  return (await keptByPage(page)).includes(secret);
}

async function isInMemory(page: Page, secret: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  let heap = "";
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
    heap += chunk;
  });
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", {});
  await session.detach();
  return heap.includes(secret);
}

describe("a model entered by hand", () => {
  it("is saved under its normalised address, tested, and answers", async () => {
    const { page, studio, settings } = await newcomer();
    await settings.open();
    await settings.fill(`${provider.origin}/v1/chat/completions/`);
    await settings.key.fill(KEY);
    await settings.button("test.do").click();
    await settings.status.filter({ hasText: "连接正常" }).waitFor();
    const address = `${provider.origin}/v1`;
    expect(await settings.status.innerText()).toContain(
      settings.text("save.address", { address }),
    );
    expect(await settings.field("form.baseUrl").inputValue()).toBe(address);
    expect(await settings.key.inputValue()).toBe("");
    await settings.dialog
      .getByText(settings.text("key.stays", { hint: `••••${KEY.slice(-4)}` }))
      .waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".model-status").getByText("已就绪").waitFor();
    await page.getByText("当前模型：my-provider · simulated").waitFor();
    await studio.input.fill("你好");
    await studio.button("send").click();
    await studio.chat.getByText(PROVIDER_ANSWER).waitFor();
    await studio.hears(studio.names.done);
    expect(new Set(provider.paths)).toEqual(new Set(["/v1/chat/completions"]));
  });

  it("keeps its key when it is left empty, drops it with a new origin, and is forgotten on demand", async () => {
    const { page, settings } = await newcomer({ locale: "en-US" });
    await settings.open();
    await settings.fill(provider.origin);
    await settings.key.fill(KEY);
    await settings.save();
    await settings.status.filter({ hasText: "Saved." }).waitFor();
    await settings.field("form.modelId").fill("another");
    await settings.save();
    await settings.dialog.getByText("my-provider · another").waitFor();
    await settings.button("test.do").click();
    await settings.status.filter({ hasText: "works" }).waitFor();

    const dropped = settings.text("key.dropped", { origin: provider.origin });
    expect(await settings.dialog.getByText(dropped).count()).toBe(0);
    await settings.field("form.baseUrl").fill("https://1.1.1.1/v1");
    await settings.dialog.getByText(dropped).waitFor();
    await settings.save();
    await settings.status
      .filter({ hasText: settings.text("save.keyDropped") })
      .waitFor();
    await settings.button("clear.do").click();
    await settings.status
      .filter({ hasText: settings.text("clear.done") })
      .waitFor();
    await settings.dialog.getByText(settings.text("stored.none")).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("No model chosen").waitFor();
  });
});

describe("a refusal", () => {
  it("stands at its field in the language of the page, and loses nothing that was entered", async () => {
    const { page, settings, tolerate } = await newcomer();
    tolerate(/422/);
    await settings.open();
    await settings.fill("http://169.254.169.254/latest");
    await settings.key.fill(KEY);
    await settings.save();
    const address = settings.field("form.baseUrl");
    const described = page.locator(".field-problem");
    await described.filter({ hasText: "元数据" }).waitFor();
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    expect(await address.getAttribute("aria-describedby")).toContain(
      (await described.getAttribute("id")) ?? "nothing",
    );
    expect(
      await address.evaluate((input) => input === document.activeElement),
    ).toBe(true);
    expect(await settings.field("form.modelId").inputValue()).toBe("simulated");
    expect((await settings.key.inputValue()) === KEY).toBe(true);

    await address.fill("http://127.0.0.1:20009/v1");
    expect(await described.count()).toBe(0);
    await settings.save();
    await described
      .filter({ hasText: "STUDIO_ALLOWED_MODEL_ORIGINS" })
      .filter({ hasText: "http://127.0.0.1:20009" })
      .waitFor();
    expect(await settings.alert.count()).toBe(0);
    await settings.field("form.baseUrl").fill(provider.origin);
    await settings.save();
    await settings.status.filter({ hasText: "已保存" }).waitFor();
  });

  it("of a header stands at the headers, where the disclosure opens for it", async () => {
    const { page, settings, tolerate } = await newcomer();
    tolerate(/422/);
    await settings.open();
    await settings.fill(provider.origin);
    await settings.dialog.getByText(settings.text("form.optional")).click();
    await settings.button("headers.add").click();
    const name = settings.field("headers.name", { number: 1 });
    await name.fill("Host");
    await settings
      .field("headers.value", { number: 1 })
      .fill("elsewhere.example");
    await settings.save();
    await page
      .locator(".field-problem")
      .filter({ hasText: settings.text("problem.header_refused") })
      .waitFor();
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    await name.fill("x-host");
    await settings.save();
    await settings.status.filter({ hasText: "已保存" }).waitFor();
  });

  it("of what the page itself can judge is said before anything is sent, also within the disclosure", async () => {
    const { page, settings } = await newcomer({ locale: "en-US" });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.url());
    });
    await settings.open();
    await settings.preset("OpenAI").click();
    await settings.field("form.modelId").fill("");
    await settings.save();
    const problems = page.locator(".field-problem");
    await settings.dialog
      .getByText(settings.text("problem.key_needed"))
      .waitFor();
    expect(await problems.count()).toBe(2);
    await settings.fill(provider.origin);
    await settings.dialog.getByText(settings.text("form.optional")).click();
    await settings.field("form.contextWindow").fill("lots");
    await settings.dialog.getByText(settings.text("form.optional")).click();
    await settings.save();
    await page.locator(":focus[inputmode=numeric]").waitFor();
    expect(await problems.allInnerTexts()).toEqual([
      settings.text("problem.count"),
    ]);
    expect(sent).toEqual([]);
  });

  it("of the key by the provider says what to do, in the test and in the run", async () => {
    const { page, studio, settings } = await newcomer();
    await settings.open();
    await settings.fill(provider.origin);
    await settings.key.fill(KEY.slice(1));
    await settings.button("test.do").click();
    await settings.alert
      .filter({ hasText: settings.text("test.auth") })
      .waitFor();
    await page.keyboard.press("Escape");
    await studio.input.fill("你好");
    await studio.button("send").click();
    await studio.chat.getByText("模型服务不接受密钥").waitFor();
  });

  it("during a run is explained, and the entries are kept", async () => {
    const { studio, settings, tolerate } = await newcomer();
    tolerate(/409/);
    await studio.start();
    await studio.button("stop").waitFor();
    await settings.open();
    await settings.dialog.getByText(settings.text("busy.before")).waitFor();
    await settings.fill(provider.origin);
    await settings.key.fill(KEY);
    await settings.save();
    await settings.alert
      .filter({ hasText: settings.text("busy.refused") })
      .waitFor();
    expect(await settings.field("form.modelId").inputValue()).toBe("simulated");
  });
});

describe("a secret", () => {
  it("is nowhere on the page, in its stores or in its memory once it is saved", async () => {
    const { page, settings } = await newcomer();
    await settings.open();
    await settings.fill(provider.origin);
    await settings.key.fill(KEY);
    await settings.dialog.getByText(settings.text("form.optional")).click();
    await settings.button("headers.add").click();
    await settings.field("headers.name", { number: 1 }).fill("x-team");
    await settings.field("headers.value", { number: 1 }).fill(HEADER_VALUE);
    // The search finds what is there.
    expect(await isOnPage(page, KEY)).toBe(true);
    expect(await isInMemory(page, KEY)).toBe(true);
    await settings.save();
    await settings.dialog
      .getByText(settings.text("headers.stays", { names: "x-team" }))
      .waitFor();
    await settings.key.press("Control+z");
    expect(await settings.key.inputValue()).toBe("");
    for (const secret of [KEY, HEADER_VALUE]) {
      expect(await isOnPage(page, secret)).toBe(false);
      expect(await isInMemory(page, secret)).toBe(false);
    }
    await page.reload();
    await settings.open();
    expect(await isOnPage(page, KEY)).toBe(false);
  });

  it("that was not saved is gone with the dialog, with another preset, and with the page", async () => {
    const { page, settings } = await newcomer();
    await settings.open();
    await settings.key.fill(KEY);
    await settings.preset("DeepSeek").click();
    expect(await settings.key.inputValue()).toBe("");
    await settings.key.fill(KEY);
    await page.keyboard.press("Escape");
    await settings.open();
    expect(await settings.key.inputValue()).toBe("");
    await settings.key.fill(KEY);
    await settings.button("key.show").click();
    await page.goto("about:blank");
    await page.goBack();
    await page.locator("h1").waitFor();
    expect(await isOnPage(page, KEY)).toBe(false);
  });

  it("can be read for a moment only", async () => {
    const { page, settings } = await newcomer();
    await page.clock.install();
    await settings.open();
    await settings.key.fill(KEY);
    expect(await settings.key.getAttribute("type")).toBe("password");
    await settings.button("key.show").click();
    expect(await settings.key.getAttribute("type")).toBe("text");
    expect(await settings.key.getAttribute("autocomplete")).toBe("off");
    await page.clock.runFor(10_000);
    await page.locator("[data-secret=key][type=password]").waitFor();
    expect((await settings.key.inputValue()) === KEY).toBe(true);
    await settings.button("key.show").click();
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.locator("[data-secret=key][type=password]").waitFor();
  });
});

describe("the top bar", () => {
  it("says which model there is, whether it reads images, and that its key is missing", async () => {
    const { page, context } = await visit(visits.browser, {
      address: "about:blank",
    });
    const connection = aConnection({
      presetId: "openai",
      providerId: "openai",
      api: "openai-responses",
      baseUrl: "https://api.openai.com/v1",
      modelId: "large",
      supportsImages: false,
      hasKey: false,
      keyHint: null,
    });
    await tell(page, [
      anEvent({ type: "session.started", sequence: 1 }),
      anEvent({
        type: "model.configured",
        sequence: 2,
        payload: { connection },
      }),
    ]);
    await page.goto(visits.address);
    const bar = page.getByRole("banner");
    await bar.getByText("当前模型：OpenAI · large").waitFor();
    await bar.getByText("仅文本", { exact: true }).waitFor();
    await bar.getByText("缺少密钥", { exact: true }).waitFor();
    await page.getByRole("button", { name: "填写密钥", exact: true }).click();
    await settingsOn(page).key.waitFor();
    await context.close();
  });
});

describe("without a model", () => {
  it("nothing can be sent, and one click leads to the settings", async () => {
    const { page, studio } = await newcomer();
    await studio.input.fill("你好");
    expect(await studio.button("send").isDisabled()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await studio.input.inputValue()).toBe("你好");
    await page.getByRole("button", { name: "选择模型", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await studio.button("useDemo").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("#composer:focus").waitFor();
    expect(await studio.button("send").isEnabled()).toBe(true);
    expect(await studio.input.inputValue()).toBe("你好");
  });
});
