/** Language and theme: the person's choice, else the system's. `boot.js` applies the same before the first paint. */
import { LOCALES } from "@agent-studio/shared";
import type { Locale } from "@agent-studio/shared";
import type { BrowserStorage } from "./browser-storage.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";

export type Theme = "dark" | "light";

export interface PreferencesView {
  readonly locale: Locale;
  readonly theme: Theme;
}

export interface Preferences {
  readonly view: ReadableCell<PreferencesView>;
  chooseLocale(locale: Locale): void;
  chooseTheme(theme: Theme): void;
}

/** What the system prefers, and a call when that changes. */
export interface SystemTheme {
  readonly current: () => Theme;
  readonly onChange: (changed: () => void) => void;
}

export interface PreferencesOptions {
  readonly storage: BrowserStorage;
  /** The element that carries `lang` and `data-theme`. */
  readonly page: Pick<HTMLElement, "lang" | "dataset">;
  readonly system: SystemTheme;
}

/** Preferences that start from what the page already shows and keep it true. */
export function createPreferences(options: PreferencesOptions): Preferences {
  const { storage, page, system } = options;
  const view = createCell<PreferencesView>({
    locale: LOCALES.find((locale) => locale === page.lang) ?? "en",
    theme: page.dataset["theme"] === "light" ? "light" : "dark",
  });
  const show = (next: PreferencesView) => {
    page.lang = next.locale;
    page.dataset["theme"] = next.theme;
    view.set(next);
  };
  system.onChange(() => {
    if (storage.read("studio.theme") !== null) return;
    show({ ...view.get(), theme: system.current() });
  });
  return {
    view,
    chooseLocale(locale) {
      storage.write("studio.locale", locale);
      show({ ...view.get(), locale });
    },
    chooseTheme(theme) {
      storage.write("studio.theme", theme);
      show({ ...view.get(), theme });
    },
  };
}
