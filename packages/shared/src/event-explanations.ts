/**
 * Why each event type exists and which part of the harness emits it, for people who learn from a log. Beside the
 * event definitions, so that a new type does not compile before it is explained; a way in of its own, so that a
 * page loads it when somebody asks.
 */
import type { EventExplanations } from "./event-explanation.ts";
import { EVENT_EXPLANATIONS_EN } from "./event-explanations-en.ts";
import { EVENT_EXPLANATIONS_ZH_CN } from "./event-explanations-zh-cn.ts";
import type { Locale } from "./localized-text.ts";

export const EVENT_EXPLANATIONS: Readonly<Record<Locale, EventExplanations>> = {
  "zh-CN": EVENT_EXPLANATIONS_ZH_CN,
  en: EVENT_EXPLANATIONS_EN,
};
