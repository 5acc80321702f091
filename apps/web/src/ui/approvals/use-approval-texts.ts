import { fillIn } from "../../texts/catalogue.ts";
import type { TextValues } from "../../texts/catalogue.ts";
import { APPROVALS_CATALOGUES } from "../../texts/approvals-catalogue.ts";
import type { ApprovalKey } from "../../texts/approvals-en.ts";
import { useTexts } from "../text-context.tsx";

export type ApprovalText = (key: ApprovalKey, values?: TextValues) => string;

/** The texts of the questions to a person in the language that is chosen. */
export function useApprovalTexts(): ApprovalText {
  const { locale } = useTexts();
  return (key, values) => fillIn(APPROVALS_CATALOGUES[locale][key], values);
}
