/** Language, theme and keys: the person's choice, else the system's. `boot.js` applies language and theme before the first paint. */
import { LOCALES } from "@agent-studio/shared";
import type { Locale } from "@agent-studio/shared";
import type { Catalogue } from "../texts/catalogue.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { createCell } from "./cell.ts";
import type { Cell, ReadableCell } from "./cell.ts";

export type Theme = "dark" | "light";
/** What a person chose: a theme, or to follow the system. */
export type ThemeChoice = Theme | "system";

export const THEME_CHOICES: readonly ThemeChoice[] = [
  "system",
  "dark",
  "light",
];

export interface PreferencesView {
  readonly locale: Locale;
  /** The texts of that language. */
  readonly catalogue: Catalogue;
  /** The theme that is shown. */
  readonly theme: Theme;
  readonly themeChoice: ThemeChoice;
  /** Whether single keys are shortcuts. */
  readonly shortcuts: boolean;
}

export interface Preferences {
  readonly view: ReadableCell<PreferencesView>;
  /** Changes the language once its texts are here; where they can't be loaded, all stays as it was. Never rejects. */
  chooseLocale(locale: Locale): Promise<void>;
  chooseTheme(choice: ThemeChoice): void;
  chooseShortcuts(on: boolean): void;
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
  /** The texts of the language that the page is in. */
  readonly catalogue: Catalogue;
  readonly loadCatalogue: (locale: Locale) => Promise<Catalogue>;
}

const THEME = "studio.theme";
const LOCALE = "studio.locale";
const SHORTCUTS = "studio.shortcuts";

/** The language of the page, which `boot.js` chose. */
export function localeOf(page: Pick<HTMLElement, "lang">): Locale {
  return LOCALES.find((locale) => locale === page.lang) ?? "en";
}

/** Preferences that start from what the page already shows and keep it true. */
export function createPreferences(options: PreferencesOptions): Preferences {
  const { storage, page, system } = options;
  const chosen = storage.read(THEME);
  const view = createCell<PreferencesView>({
    locale: localeOf(page),
    catalogue: options.catalogue,
    theme: page.dataset["theme"] === "light" ? "light" : "dark",
    themeChoice: chosen === "dark" || chosen === "light" ? chosen : "system",
    shortcuts: storage.read(SHORTCUTS) !== "off",
  });
  const show = (part: Partial<PreferencesView>) => {
    const next = { ...view.get(), ...part };
    page.lang = next.locale;
    page.dataset["theme"] = next.theme;
    view.set(next);
  };
  system.onChange(() => {
    if (view.get().themeChoice === "system") show({ theme: system.current() });
  });
  return {
    view,
    chooseLocale: createLocaleChoice(options, view, show),
    chooseTheme(themeChoice) {
      storage.write(THEME, themeChoice === "system" ? null : themeChoice);
      const theme = themeChoice === "system" ? system.current() : themeChoice;
      show({ themeChoice, theme });
    },
    chooseShortcuts(shortcuts) {
      storage.write(SHORTCUTS, shortcuts ? null : "off");
      show({ shortcuts });
    },
  };
}

function createLocaleChoice(
  { storage, loadCatalogue }: PreferencesOptions,
  view: Cell<PreferencesView>,
  show: (part: Partial<PreferencesView>) => void,
): (locale: Locale) => Promise<void> {
  let newest = 0;
  return async (locale) => {
    const turn = ++newest;
    if (locale === view.get().locale) return;
    try {
      const catalogue = await loadCatalogue(locale);
      if (turn !== newest) return;
      storage.write(LOCALE, locale);
      show({ locale, catalogue });
    } catch {
      // No network: the page stays readable in the language it has.
    }
  };
}
