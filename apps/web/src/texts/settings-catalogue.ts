import type { Locale } from "@agent-studio/shared";
import { SETTINGS_EN } from "./settings-en.ts";
import type { SettingsKey } from "./settings-en.ts";
import { SETTINGS_ZH_CN } from "./settings-zh-cn.ts";

export const SETTINGS_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<SettingsKey, string>>>
> = { "zh-CN": SETTINGS_ZH_CN, en: SETTINGS_EN };
