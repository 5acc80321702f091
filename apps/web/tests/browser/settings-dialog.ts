/** The model settings of one page, by the names that a person reads. */
import type { Page } from "playwright-core";
import { SETTINGS_CATALOGUES } from "../../src/texts/settings-catalogue.ts";
import type { SettingsKey } from "../../src/texts/settings-en.ts";
import type { TextValues } from "../../src/texts/catalogue.ts";
import { fillIn } from "../../src/texts/catalogue.ts";
import type { Language } from "./demo-steps.ts";
import { studioOn } from "./demo-steps.ts";

/** The dialog, open or not. */
export function settingsOn(page: Page, language: Language = "zh-CN") {
  const catalogue = SETTINGS_CATALOGUES[language === "zh-CN" ? "zh-CN" : "en"];
  const text = (key: SettingsKey, values?: TextValues) =>
    fillIn(catalogue[key], values);
  const dialog = page.getByRole("dialog");
  const field = (key: SettingsKey, values?: TextValues) =>
    dialog.getByLabel(text(key, values), { exact: true });
  const button = (key: SettingsKey) =>
    dialog.getByRole("button", { name: text(key), exact: true });
  return {
    text,
    dialog,
    field,
    button,
    key: field("key.label"),
    status: dialog.getByRole("status"),
    alert: dialog.getByRole("alert"),
    preset: (name: string) => dialog.getByRole("button", { name, exact: true }),
    async open() {
      await studioOn(page, language).button("model").click();
      await field("key.label").waitFor();
    },
    /** Fills in a provider that no preset knows. */
    async fill(baseUrl: string, modelId = "simulated") {
      await field("form.providerId").fill("my-provider");
      await field("form.api").selectOption("openai-completions");
      await field("form.baseUrl").fill(baseUrl);
      await field("form.modelId").fill(modelId);
    },
    async save() {
      await button("save.do").click();
    },
  };
}

/** Everything that a page could keep, as one text. */
export async function keptByPage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const inputs = [...document.querySelectorAll("input, textarea, select")];
    const databases = await indexedDB.databases();
    return JSON.stringify([
      document.documentElement.outerHTML,
      inputs.map((input) => (input as HTMLInputElement).value),
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      document.cookie,
      location.href,
      history.state,
    ]);
  });
}
