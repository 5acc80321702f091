import type { ErrorTexts } from "./error-catalogue.ts";
import type { TextKey } from "./en.ts";

/** Every text of the page in one language. */
export interface Catalogue {
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly errors: ErrorTexts;
}

export type TextValues = Readonly<Record<string, string | number>>;

/** Puts `values.name` where the text says `{name}`; a place without a value stays as it is. */
export function fillIn(text: string, values: TextValues = {}): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
