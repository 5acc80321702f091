import type { Approval } from "@agent-studio/shared";
import { changesBetween } from "../../client/argument-changes.ts";
import type { ApprovalDraft } from "../../client/approval-drafts.ts";
import { typedValue } from "../../client/read-arguments.ts";
import { ArgumentText } from "./argument-text.tsx";
import { useApprovalDraft } from "./use-approval-draft.ts";
import { useDecision } from "./use-decision.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** What was typed here when the question was decided elsewhere, or otherwise: kept until it is thrown away. */
export function UnsentDraft({ approval }: { readonly approval: Approval }) {
  const a = useApprovalTexts();
  const [draft, , discard] = useApprovalDraft(approval.approvalId);
  const { decision } = useDecision(approval);
  const isSent = decision !== undefined && decision.status !== "failed";
  const reason = draft.reason.trim() === "" ? undefined : draft.reason;
  const edit = unsentEdit(draft, approval);
  if (isSent || (reason ?? edit) === undefined) return null;
  return (
    <div className="unsent">
      {edit !== undefined && (
        <>
          <p className="view-title">{a("unsent")}</p>
          <ArgumentText text={edit} />
        </>
      )}
      {reason !== undefined && (
        <>
          <p className="view-title">{a("unsentReason")}</p>
          <ArgumentText text={reason} />
        </>
      )}
      <button type="button" className="button" onClick={discard}>
        {a("discard")}
      </button>
    </div>
  );
}

/** The changed arguments as JSON, if they are neither what was proposed nor what was approved. */
function unsentEdit(
  { edit }: ApprovalDraft,
  { args, editedArgs }: Approval,
): string | undefined {
  if (edit === undefined) return undefined;
  const text =
    edit.mode === "json"
      ? edit.json
      : JSON.stringify(typedValue(edit.field), null, 2);
  return [args, editedArgs].some((known) => isSame(text, known))
    ? undefined
    : text;
}

function isSame(text: string, value: unknown): boolean {
  if (value === undefined) return false;
  try {
    return changesBetween(JSON.parse(text), value).length === 0;
  } catch {
    return false;
  }
}
