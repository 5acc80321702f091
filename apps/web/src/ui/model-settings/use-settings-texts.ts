import { fillIn } from "../../texts/catalogue.ts";
import type { TextValues } from "../../texts/catalogue.ts";
import { SETTINGS_CATALOGUES } from "../../texts/settings-catalogue.ts";
import type { SettingsKey } from "../../texts/settings-en.ts";
import { useTexts } from "../text-context.tsx";

export type SettingsText = (key: SettingsKey, values?: TextValues) => string;

/** The texts of the model settings in the language that is chosen. */
export function useSettingsTexts(): SettingsText {
  const { locale } = useTexts();
  return (key, values) => fillIn(SETTINGS_CATALOGUES[locale][key], values);
}
