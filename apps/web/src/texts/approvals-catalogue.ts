import type { Locale } from "@agent-studio/shared";
import { APPROVALS_EN } from "./approvals-en.ts";
import type { ApprovalKey } from "./approvals-en.ts";
import { APPROVALS_ZH_CN } from "./approvals-zh-cn.ts";

export const APPROVALS_CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<ApprovalKey, string>>>
> = { "zh-CN": APPROVALS_ZH_CN, en: APPROVALS_EN };
