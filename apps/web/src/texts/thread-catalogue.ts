import type { Locale } from "@agent-studio/shared";
import { THREAD_EN } from "./thread-en.ts";
import type { ThreadKey } from "./thread-en.ts";
import { THREAD_ZH_CN } from "./thread-zh-cn.ts";

export const THREAD_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<ThreadKey, string>>>
> = { "zh-CN": THREAD_ZH_CN, en: THREAD_EN };
