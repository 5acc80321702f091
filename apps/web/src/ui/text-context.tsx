import { createContext, use, useMemo } from "react";
import type { ReactNode } from "react";
import type { Locale, LocalizedText } from "@agent-studio/shared";
import { CATALOGUES, fillIn } from "../texts/catalogue.ts";
import type { TextValues } from "../texts/catalogue.ts";
import type { TextKey } from "../texts/en.ts";
import type { AnyErrorCode } from "../texts/error-catalogue.ts";
import { errorText } from "../texts/error-texts.ts";

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
export function textsIn(locale: Locale): Texts {
  const numbers = new Intl.NumberFormat(locale);
  return {
    locale,
    t: (key, values) => fillIn(CATALOGUES[locale][key], values),
    error: (code) => errorText(locale, code),
    local: (text) => text[locale],
    number: (value) => numbers.format(value),
  };
}

const TextContext = createContext<Texts>(textsIn("en"));

/** Gives everything below it one language. */
export function TextProvider(props: {
  readonly locale: Locale;
  readonly children: ReactNode;
}) {
  const texts = useMemo(() => textsIn(props.locale), [props.locale]);
  return <TextContext value={texts}>{props.children}</TextContext>;
}

/** The texts in the language that is chosen. */
export function useTexts(): Texts {
  return use(TextContext);
}
