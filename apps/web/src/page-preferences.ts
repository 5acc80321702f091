import type { BrowserStorage } from "./client/browser-storage.ts";
import { createPreferences, localeOf } from "./client/preferences.ts";
import type { Preferences } from "./client/preferences.ts";
import { loadCatalogue } from "./texts/load-catalogue.ts";

/** Language and theme of the page, once its texts are loaded. Rejects without a network. */
export async function loadPreferences(
  storage: BrowserStorage,
): Promise<Preferences> {
  const page = document.documentElement;
  const light = window.matchMedia("(prefers-color-scheme: light)");
  return createPreferences({
    storage,
    page,
    catalogue: await loadCatalogue(localeOf(page)),
    loadCatalogue,
    system: {
      current: () => (light.matches ? "light" : "dark"),
      onChange: (changed) => light.addEventListener("change", changed),
    },
  });
}
