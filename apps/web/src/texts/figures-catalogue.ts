import type { Locale } from "@agent-studio/shared";
import { FIGURES_EN } from "./figures-en.ts";
import type { FiguresKey } from "./figures-en.ts";
import { FIGURES_ZH_CN } from "./figures-zh-cn.ts";

export const FIGURES_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<FiguresKey, string>>>
> = { "zh-CN": FIGURES_ZH_CN, en: FIGURES_EN };
