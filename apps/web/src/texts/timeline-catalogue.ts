import type { Locale } from "@agent-studio/shared";
import { TIMELINE_EN } from "./timeline-en.ts";
import type { TimelineKey } from "./timeline-en.ts";
import { TIMELINE_ZH_CN } from "./timeline-zh-cn.ts";

export const TIMELINE_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<TimelineKey, string>>>
> = { "zh-CN": TIMELINE_ZH_CN, en: TIMELINE_EN };
