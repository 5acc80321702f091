import { useState } from "react";
import type { ApprovalDraft } from "../../client/approval-drafts.ts";
import { useStudio } from "../studio-context.tsx";

/** What was typed at an approval and not sent, wherever it is shown. */
export function useApprovalDraft(
  approvalId: string,
): readonly [
  draft: ApprovalDraft,
  change: (part: Partial<ApprovalDraft>) => void,
  discard: () => void,
] {
  const { approvalDrafts } = useStudio();
  const [draft, setDraft] = useState(() => approvalDrafts.read(approvalId));
  const set = (next: ApprovalDraft) => {
    approvalDrafts.write(approvalId, next);
    setDraft(next);
  };
  return [
    draft,
    (part) => set({ ...approvalDrafts.read(approvalId), ...part }),
    () => set({ reason: "" }),
  ];
}
