import type { Locale } from "@agent-studio/shared";
import { ATTACHMENTS_EN } from "./attachments-en.ts";
import type { AttachmentsKey } from "./attachments-en.ts";
import { ATTACHMENTS_ZH_CN } from "./attachments-zh-cn.ts";

export const ATTACHMENTS_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<AttachmentsKey, string>>>
> = { "zh-CN": ATTACHMENTS_ZH_CN, en: ATTACHMENTS_EN };
