import type { Ref } from "react";
import {
  Ban,
  Check,
  CircleSlash,
  Clock,
  FileWarning,
  PencilLine,
  ShieldCheck,
} from "lucide-react";
import type { Approval, ToolCallPart } from "@agent-studio/shared";
import { placeId } from "../../client/reveals.ts";
import type { ApprovalKey } from "../../texts/approvals-en.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { useToolTitle } from "../tool-title.ts";
import { ApprovalRecord } from "./approval-record.tsx";
import { deciderText, outcomeKey } from "./approval-words.ts";
import { ToolChangeView } from "./tool-change-view.tsx";
import { UnsentDraft } from "./unsent-draft.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

const ICONS: Partial<Record<ApprovalKey, typeof Check>> = {
  approved: Check,
  approvedEdited: PencilLine,
  approvedTrust: ShieldCheck,
  denied: Ban,
  expired: Clock,
  cancelled: CircleSlash,
  invalidated: FileWarning,
};

/** How an approval ended: what, by whom, when and why, and what it was about. */
export function ApprovalOutcome(props: {
  readonly ref: Ref<HTMLDivElement>;
  readonly approval: Approval;
  readonly call: ToolCallPart;
}) {
  const { ref, approval, call } = props;
  const a = useApprovalTexts();
  const { locale } = useTexts();
  const tool = useToolTitle()(call.toolName);
  const key = outcomeKey(approval);
  if (key === undefined) return null;
  const Icon = ICONS[key] ?? Check;
  const outcome = a(key);
  const decider = deciderText(a, approval);
  const { resolvedAt, reason } = approval;
  return (
    <div
      ref={ref}
      id={placeId("approval", approval.approvalId)}
      role="group"
      tabIndex={-1}
      className="approval-outcome"
      data-outcome={key}
      aria-label={a("outcomeLabel", { outcome, tool })}
    >
      <p className="outcome-line">
        <Icon aria-hidden className="inline-icon" />
        <strong>{outcome}</strong>
        {decider !== undefined && <span>{decider}</span>}
        {resolvedAt !== undefined && (
          <time dateTime={resolvedAt}>
            {new Date(resolvedAt).toLocaleTimeString(locale)}
          </time>
        )}
      </p>
      {reason !== undefined && reason !== "" && (
        <p className="outcome-reason">
          <span className="note">{a("outcomeReason")}</span>{" "}
          <EscapedText text={reason} />
        </p>
      )}
      {approval.toolChange !== undefined && (
        <ToolChangeView change={approval.toolChange} />
      )}
      <ApprovalRecord approval={approval} call={call} />
      <UnsentDraft approval={approval} />
    </div>
  );
}
