import { useId } from "react";
import { ArrowLeft } from "lucide-react";
import type { Approval } from "@agent-studio/shared";
import { changesBetween } from "../../client/argument-changes.ts";
import { ApproveLabel } from "../approvals/approve-label.tsx";
import { ArgumentBox } from "../approvals/argument-box.tsx";
import { ChangeList } from "../approvals/change-list.tsx";
import { DecisionButton } from "../approvals/decision-button.tsx";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import type { DecisionInHand } from "../approvals/use-decision.ts";
import { useReadToEnd } from "../approvals/use-read-to-end.ts";

/** What will be sent instead of what was proposed: the differences first, then all of it. */
export function ReviewStep(props: {
  readonly approval: Approval;
  readonly args: unknown;
  readonly inHand: DecisionInHand;
  readonly onBack: () => void;
}) {
  const { approval, args, inHand } = props;
  const a = useApprovalTexts();
  const reading = useReadToEnd();
  const noteId = useId();
  const { isClosed, decide } = inHand;
  return (
    <>
      <p className="view-title">{a("reviewTitle")}</p>
      <ChangeList changes={changesBetween(approval.args, args)} />
      <ArgumentBox
        args={args}
        label={a("exact")}
        reading={reading}
        noteId={noteId}
      />
      <p className="note">{a("reviewNote")}</p>
      <div className="button-row">
        <DecisionButton
          verb="approve"
          isBlocked={isClosed || !reading.isRead}
          because={isClosed ? undefined : noteId}
          onPress={() => {
            if (isFields(args)) decide("approve", { args });
          }}
        >
          <ApproveLabel toolName={approval.toolName} />
        </DecisionButton>
        {!isClosed && (
          <button type="button" className="button" onClick={props.onBack}>
            <ArrowLeft aria-hidden className="inline-icon" />
            {a("editBack")}
          </button>
        )}
      </div>
    </>
  );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
