import { describe, expect, it } from "vitest";
import { createBrowserStorage } from "../src/client/browser-storage.ts";
import { createDrafts } from "../src/client/drafts.ts";
import { createPreferences } from "../src/client/preferences.ts";
import type { SystemTheme } from "../src/client/preferences.ts";
import { createMemoryStorage } from "./fakes/memory-storage.ts";

const STILL: SystemTheme = { current: () => "dark", onChange: () => {} };

function pageWith(lang: string, theme: string) {
  return { lang, dataset: { theme } };
}

describe("preferences", () => {
  it("start from what the page shows and change it", () => {
    const page = pageWith("zh-CN", "light");
    const storage = createMemoryStorage();
    const preferences = createPreferences({
      storage,
      page,
      system: STILL,
    });
    expect(preferences.view.get()).toEqual({ locale: "zh-CN", theme: "light" });
    preferences.chooseLocale("en");
    preferences.chooseTheme("dark");
    expect(page).toEqual({ lang: "en", dataset: { theme: "dark" } });
    expect(storage.read("studio.locale")).toBe("en");
    expect(storage.read("studio.theme")).toBe("dark");
  });

  it("follow the system until a person chooses", () => {
    const page = pageWith("en", "dark");
    let changed = () => {};
    const system: SystemTheme = {
      current: () => "light",
      onChange: (call) => (changed = call),
    };
    const storage = createMemoryStorage();
    const preferences = createPreferences({ storage, page, system });
    changed();
    expect(preferences.view.get().theme).toBe("light");
    preferences.chooseTheme("dark");
    changed();
    expect(page.dataset["theme"]).toBe("dark");
  });
});

describe("drafts", () => {
  it("are kept for each session and removed when empty", () => {
    const drafts = createDrafts(createMemoryStorage());
    drafts.write("ses_a", "one");
    drafts.write("ses_b", "two");
    drafts.write("ses_b", "");
    expect(drafts.read("ses_a")).toBe("one");
    expect(drafts.read("ses_b")).toBe("");
  });

  it("are simply not kept by a browser that keeps nothing", () => {
    const drafts = createDrafts(
      createBrowserStorage(() => {
        throw new Error("SecurityError");
      }),
    );
    drafts.write("ses_a", "one");
    expect(drafts.read("ses_a")).toBe("");
  });
});
