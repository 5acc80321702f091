import type { Locale } from "@agent-studio/shared";
import { STATES_EN } from "./states-en.ts";
import type { StatesKey } from "./states-en.ts";
import { STATES_ZH_CN } from "./states-zh-cn.ts";

export const STATES_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<StatesKey, string>>>
> = { "zh-CN": STATES_ZH_CN, en: STATES_EN };
