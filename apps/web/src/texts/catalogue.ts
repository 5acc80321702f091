import type { Locale } from "@agent-studio/shared";
import { EN } from "./en.ts";
import type { TextKey } from "./en.ts";
import { ZH_CN } from "./zh-cn.ts";

export type TextValues = Readonly<Record<string, string | number>>;

export const CATALOGUES: Readonly<
  Record<Locale, Readonly<Record<TextKey, string>>>
> = { "zh-CN": ZH_CN, en: EN };

/** Puts `values.name` where the text says `{name}`; a place without a value stays as it is. */
export function fillIn(text: string, values: TextValues = {}): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
