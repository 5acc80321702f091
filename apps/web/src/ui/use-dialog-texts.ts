import { fillIn } from "../texts/catalogue.ts";
import type { TextValues } from "../texts/catalogue.ts";
import { SESSION_DIALOGS_CATALOGUES } from "../texts/session-dialogs-catalogue.ts";
import type { SessionDialogsKey } from "../texts/session-dialogs-en.ts";
import { useTexts } from "./text-context.tsx";

export type DialogText = (
  key: SessionDialogsKey,
  values?: TextValues,
) => string;

/** The texts of what is loaded when it is first opened: labs, waiting approvals, previews, problems of skills. */
export function useDialogTexts(): DialogText {
  const { locale } = useTexts();
  return (key, values) =>
    fillIn(SESSION_DIALOGS_CATALOGUES[locale][key], values);
}
