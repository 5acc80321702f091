/** Every error code as a sentence that says what to do next. */
import type { Locale } from "@agent-studio/shared";
import type { AnyErrorCode, ErrorTexts } from "./error-catalogue.ts";
import { ERRORS_EN } from "./errors-en.ts";
import { ERRORS_ZH_CN } from "./errors-zh-cn.ts";

const CATALOGUES: Readonly<Record<Locale, ErrorTexts>> = {
  "zh-CN": ERRORS_ZH_CN,
  en: ERRORS_EN,
};

/** The sentence of a code. */
export function errorText(locale: Locale, code: AnyErrorCode): string {
  return CATALOGUES[locale][code];
}
