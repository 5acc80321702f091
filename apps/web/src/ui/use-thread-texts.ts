import { fillIn } from "../texts/catalogue.ts";
import type { TextValues } from "../texts/catalogue.ts";
import { THREAD_CATALOGUES } from "../texts/thread-catalogue.ts";
import type { ThreadKey } from "../texts/thread-en.ts";
import { useTexts } from "./text-context.tsx";

export type ThreadText = (key: ThreadKey, values?: TextValues) => string;

/** The texts of the conversation in the language that is chosen. */
export function useThreadTexts(): ThreadText {
  const { locale } = useTexts();
  return (key, values) => fillIn(THREAD_CATALOGUES[locale][key], values);
}
