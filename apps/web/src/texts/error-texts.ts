/** Every error code as a sentence that says what to do next. */
import type { ErrorCode, Locale } from "@agent-studio/shared";
import type { FailureCode } from "../client/api-failure.ts";
import { ERRORS_EN } from "./errors-en.ts";
import { ERRORS_ZH_CN } from "./errors-zh-cn.ts";

export type ErrorTexts = Readonly<Record<ErrorCode | FailureCode, string>>;

const CATALOGUES: Readonly<Record<Locale, ErrorTexts>> = {
  "zh-CN": ERRORS_ZH_CN,
  en: ERRORS_EN,
};

/** The sentence of a code. */
export function errorText(
  locale: Locale,
  code: ErrorCode | FailureCode,
): string {
  return CATALOGUES[locale][code];
}
