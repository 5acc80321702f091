/** Changing arguments before they are approved: a form or JSON, then what is different, then the decision. */
import { useEffect, useRef } from "react";
import type { Approval } from "@agent-studio/shared";
import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import { DecisionNote } from "../approvals/decision-note.tsx";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import { useDecision } from "../approvals/use-decision.ts";
import { useToolParameters } from "../approvals/use-open-editor.ts";
import { EditStep } from "./edit-step.tsx";
import { readEdit, refusedProblems } from "./read-edit.ts";
import { ReviewStep } from "./review-step.tsx";
import "../../styles/arguments-editor.css";

/** The changes of one approval, kept by whoever shows this. */
export function ArgumentsEditor(props: {
  readonly approval: Approval;
  readonly edit: ArgumentsDraft;
  readonly onEdit: (edit: ArgumentsDraft) => void;
  readonly onClose: () => void;
}) {
  const { approval, edit, onEdit, onClose } = props;
  const a = useApprovalTexts();
  const schema = useToolParameters(approval.toolName);
  const inHand = useDecision(approval);
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    step.current?.focus({ preventScroll: true });
    return afterLayout(() => step.current?.scrollIntoView({ block: "start" }));
  }, [edit.step]);
  const failure = inHand.decision?.failure;
  const isRefused = failure?.code === "TOOL_ARGUMENTS_INVALID";
  useEffect(() => {
    if (!isRefused || failure === edit.refusal?.failure) return;
    // What the server refuses is corrected where it was typed.
    const refusal = { failure, problems: refusedProblems(failure) };
    onEdit({ ...edit, step: "edit", isChecked: true, refusal });
  }, [isRefused, failure, edit, onEdit]);
  const isReview = edit.step === "review";
  return (
    <div
      ref={step}
      className="arguments-editor"
      role="group"
      tabIndex={-1}
      aria-label={a(isReview ? "reviewTitle" : "editTitle")}
    >
      {isReview ? (
        <ReviewStep
          approval={approval}
          args={readEdit(edit, schema).value}
          inHand={inHand}
          onBack={() => onEdit({ ...edit, step: "edit" })}
        />
      ) : (
        <EditStep
          approval={approval}
          edit={edit}
          schema={schema}
          onEdit={onEdit}
          onClose={onClose}
        />
      )}
      {!isRefused && <DecisionNote decision={inHand.decision} />}
    </div>
  );
}

/** Calls back once what grew has been laid out and followed: whoever follows the end of the conversation is taken there first. */
function afterLayout(call: () => void): () => void {
  let handle = requestAnimationFrame(() => {
    handle = requestAnimationFrame(call);
  });
  return () => cancelAnimationFrame(handle);
}
