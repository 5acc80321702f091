import { fillIn } from "../../texts/catalogue.ts";
import type { TextValues } from "../../texts/catalogue.ts";
import { ATTACHMENTS_CATALOGUES } from "../../texts/attachments-catalogue.ts";
import type { AttachmentsKey } from "../../texts/attachments-en.ts";
import { useTexts } from "../text-context.tsx";

export type AttachmentText = (
  key: AttachmentsKey,
  values?: TextValues,
) => string;

/** The texts of attachments in the language that is chosen. */
export function useAttachmentTexts(): AttachmentText {
  const { locale } = useTexts();
  return (key, values) => fillIn(ATTACHMENTS_CATALOGUES[locale][key], values);
}
