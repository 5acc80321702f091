import { describe, expect, it } from "vitest";
import type { Locale } from "@agent-studio/shared";
import type { BrowserStorage } from "../src/client/browser-storage.ts";
import { createPreferences } from "../src/client/preferences.ts";
import type { SystemTheme } from "../src/client/preferences.ts";
import type { Catalogue } from "../src/texts/catalogue.ts";
import { CATALOGUE as CATALOGUE_EN } from "../src/texts/page-en.ts";
import { CATALOGUE as CATALOGUE_ZH_CN } from "../src/texts/page-zh-cn.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";

const STILL: SystemTheme = { current: () => "dark", onChange: () => {} };

function pageWith(lang: string, theme: string) {
  return { lang, dataset: { theme } };
}

function preferencesOn(parts: {
  readonly page: ReturnType<typeof pageWith>;
  readonly storage?: BrowserStorage;
  readonly system?: SystemTheme;
  readonly loadCatalogue?: (locale: Locale) => Promise<Catalogue>;
}) {
  const storage = parts.storage ?? createMemoryStorage();
  const preferences = createPreferences({
    storage,
    system: STILL,
    catalogue: CATALOGUE_ZH_CN,
    loadCatalogue: async (locale) =>
      locale === "en" ? CATALOGUE_EN : CATALOGUE_ZH_CN,
    ...parts,
  });
  return { preferences, storage };
}

describe("preferences", () => {
  it("start from what the page shows and change it", async () => {
    const page = pageWith("zh-CN", "light");
    const { preferences, storage } = preferencesOn({ page });
    expect(preferences.view.get()).toMatchObject({
      locale: "zh-CN",
      theme: "light",
      themeChoice: "system",
    });
    await preferences.chooseLocale("en");
    preferences.chooseTheme("dark");
    expect(preferences.view.get().catalogue).toBe(CATALOGUE_EN);
    expect(page).toEqual({ lang: "en", dataset: { theme: "dark" } });
    expect(storage.read("studio.locale")).toBe("en");
    expect(storage.read("studio.theme")).toBe("dark");
  });

  it("keep the language whose texts are there when others can't be loaded", async () => {
    const page = pageWith("zh-CN", "dark");
    const { preferences, storage } = preferencesOn({
      page,
      loadCatalogue: () => Promise.reject(new Error("offline")),
    });
    await preferences.chooseLocale("en");
    expect(preferences.view.get().locale).toBe("zh-CN");
    expect(page.lang).toBe("zh-CN");
    expect(storage.read("studio.locale")).toBeNull();
  });

  it("go by the last choice of language, however long the texts of the first take", async () => {
    const page = pageWith("zh-CN", "dark");
    const late = Promise.withResolvers<Catalogue>();
    const { preferences } = preferencesOn({
      page,
      loadCatalogue: () => late.promise,
    });
    const first = preferences.chooseLocale("en");
    await preferences.chooseLocale("zh-CN");
    late.resolve(CATALOGUE_EN);
    await first;
    expect(page.lang).toBe("zh-CN");
  });

  it("follow the system until a person chooses, and again when a person says so", () => {
    const page = pageWith("en", "dark");
    let changed = () => {};
    const system: SystemTheme = {
      current: () => "light",
      onChange: (call) => (changed = call),
    };
    const { preferences, storage } = preferencesOn({ page, system });
    changed();
    expect(preferences.view.get().theme).toBe("light");
    preferences.chooseTheme("dark");
    changed();
    expect(page.dataset["theme"]).toBe("dark");
    preferences.chooseTheme("system");
    expect(page.dataset["theme"]).toBe("light");
    expect(storage.read("studio.theme")).toBeNull();
  });

  it("remember that single keys are off", () => {
    const page = pageWith("en", "dark");
    const { preferences, storage } = preferencesOn({ page });
    expect(preferences.view.get().shortcuts).toBe(true);
    preferences.chooseShortcuts(false);
    const next = preferencesOn({ page, storage });
    expect(next.preferences.view.get().shortcuts).toBe(false);
  });
});
