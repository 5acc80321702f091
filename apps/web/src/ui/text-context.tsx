import { createContext, use, useMemo } from "react";
import type { ReactNode } from "react";
import type { Locale, LocalizedText } from "@agent-studio/shared";
import { fillIn } from "../texts/catalogue.ts";
import type { Catalogue, TextValues } from "../texts/catalogue.ts";
import type { TextKey } from "../texts/en.ts";
import type { AnyErrorCode } from "../texts/error-catalogue.ts";

export interface Texts {
  readonly locale: Locale;
  /** A text of the interface. */
  readonly t: (key: TextKey, values?: TextValues) => string;
  /** The sentence of an error code. */
  readonly error: (code: AnyErrorCode) => string;
  /** A text that the server sends in both languages. */
  readonly local: (text: LocalizedText) => string;
  /** A number as this language writes it. */
  readonly number: (value: number) => string;
}

/** Everything said in one language. */
export function textsIn(locale: Locale, catalogue: Catalogue): Texts {
  const numbers = new Intl.NumberFormat(locale);
  return {
    locale,
    t: (key, values) => fillIn(catalogue.texts[key], values),
    error: (code) => catalogue.errors[code],
    local: (text) => text[locale],
    number: (value) => numbers.format(value),
  };
}

const TextContext = createContext<Texts | null>(null);

/** Gives everything below it one language. */
export function TextProvider(props: {
  readonly locale: Locale;
  readonly catalogue: Catalogue;
  readonly children: ReactNode;
}) {
  const { locale, catalogue } = props;
  const texts = useMemo(() => textsIn(locale, catalogue), [locale, catalogue]);
  return <TextContext value={texts}>{props.children}</TextContext>;
}

/** The texts in the language that is chosen; throws where no language is given. */
export function useTexts(): Texts {
  const texts = use(TextContext);
  if (texts === null) throw new Error("There is no language around this.");
  return texts;
}
