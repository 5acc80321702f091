import { ShieldQuestion } from "lucide-react";
import type { Approval } from "@agent-studio/shared";
import { placeId } from "../../client/reveals.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { useApprovalDesk } from "./approval-desk.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** Where the question stands in the conversation of a small screen, and the way to it. */
export function ApprovalStub({ approval }: { readonly approval: Approval }) {
  const a = useApprovalTexts();
  const { local } = useTexts();
  const { sheet } = useApprovalDesk();
  return (
    <div
      id={placeId("approval", approval.approvalId)}
      className="approval-stub"
      tabIndex={-1}
    >
      <p className="approval-summary">
        <ShieldQuestion aria-hidden className="inline-icon" />
        <EscapedText text={local(approval.summary)} />
      </p>
      <button
        type="button"
        className="button primary"
        onClick={() => sheet.set({ chosen: approval.approvalId, isOpen: true })}
      >
        {a("open")}
      </button>
    </div>
  );
}
