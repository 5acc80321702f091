import { labUiOf, translatorOf } from "../lab-uis.ts";
import { useSessionState } from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** What the approving button of a tool is called: by its lab, else as everywhere. */
export function ApproveLabel({ toolName }: { readonly toolName: string }) {
  const a = useApprovalTexts();
  const { locale } = useTexts();
  const lab = labUiOf(useSessionState((state) => state.labId));
  const key = lab?.approveLabels?.[toolName];
  return lab === undefined || key === undefined
    ? a("approve")
    : translatorOf(lab, locale)(key);
}
