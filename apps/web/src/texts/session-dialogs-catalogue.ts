import type { Locale } from "@agent-studio/shared";
import { SESSION_DIALOGS_EN } from "./session-dialogs-en.ts";
import type { SessionDialogsKey } from "./session-dialogs-en.ts";
import { SESSION_DIALOGS_ZH_CN } from "./session-dialogs-zh-cn.ts";

export const SESSION_DIALOGS_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<SessionDialogsKey, string>>>
> = { "zh-CN": SESSION_DIALOGS_ZH_CN, en: SESSION_DIALOGS_EN };
