/** A question that waits, over a reload and over a restart of the server, in which the key of its model is lost. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Locator } from "playwright-core";
import { scriptFor } from "./approval-scripts.ts";
import { POLL, approvalsOn } from "./approval-steps.ts";
import { startScriptedProvider } from "./scripted-provider.ts";
import type { ScriptedProvider } from "./scripted-provider.ts";
import { settingsOn } from "./settings-dialog.ts";
import { startServer } from "./studio-under-test.ts";
import type { RunningServer } from "./studio-under-test.ts";
import { studioVisits } from "./studio-visits.ts";

const KEY = "sk-test-0123456789abcdef";
const folder = mkdtempSync(join(tmpdir(), "studio-restarted-"));
let provider: ScriptedProvider;
let server: RunningServer;
const visits = studioVisits(async () => {
  provider = await startScriptedProvider(scriptFor);
  server = await start("0");
  return { address: server.address, stop: () => server.stop() };
});

afterAll(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (port: string) =>
  startServer("instant", {
    PORT: port,
    STUDIO_STORE: "sqlite",
    STUDIO_DATA_DIR: folder,
    STUDIO_ALLOWED_MODEL_ORIGINS: provider.origin,
  });

/** What a card says and is built of, without what React numbers and the time that is left. */
const drawn = (card: Locator) =>
  card.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    copy.querySelector(".time-left")?.remove();
    return copy.outerHTML.replaceAll(/_r_[0-9a-z]+_/g, "_");
  });

describe("a question that waits", () => {
  it("[AC-26] is the same after a reload, outlives a restart, and asks for the lost key before it is decided", async () => {
    const { address } = server;
    const { page, tolerate } = await visits.visit();
    const { ask, a, cards, approve, endings, studio } = approvalsOn(page);
    const settings = settingsOn(page);
    const giveKey = async () => {
      await settings.key.fill(KEY);
      await settings.save();
      await settings.status
        .filter({ hasText: settings.text("save.done") })
        .waitFor();
      await page.keyboard.press("Escape");
      await settings.dialog.waitFor({ state: "detached" });
    };
    await settings.open();
    await settings.fill(`${provider.origin}/v1`);
    await giveKey();
    await ask("one");
    const before = await drawn(cards);
    await page.reload();
    await cards.waitFor();
    await expect.poll(() => drawn(cards), POLL).toBe(before);

    tolerate(/ERR_|Failed to load resource/);
    await server.stop();
    const restarting = page.locator(".banner").getByText("正在重启");
    await restarting.waitFor();
    expect(await cards.count()).toBe(1);
    server = await start(new URL(address).port);
    await restarting.waitFor({ state: "detached" });

    await approve().click();
    await page.getByRole("button", { name: a("enterKey") }).click();
    await giveKey();
    await expect.poll(() => approve().isEnabled(), POLL).toBe(true);
    await approve().click();
    await studio.hears(studio.names.done);
    expect(await endings()).toEqual(["approved"]);
    await page.getByRole("link", { name: "report.md", exact: true }).waitFor();
  });
});
