import { useEffect, useRef, useState } from "react";
import type { Approval } from "@agent-studio/shared";
import { changesBetween } from "../../client/argument-changes.ts";
import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import type { ArgumentProblem } from "../../client/read-arguments.ts";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import { FieldEditor } from "./field-editor.tsx";
import { FieldsContext } from "./fields-context.ts";
import { JsonEditor } from "./json-editor.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { readEdit } from "./read-edit.ts";
import { ReviewHint } from "./review-hint.tsx";

/** Where arguments are changed. Nothing typed is dropped because it is wrong. */
export function EditStep(props: {
  readonly approval: Approval;
  readonly edit: ArgumentsDraft;
  readonly schema: unknown;
  readonly onEdit: (edit: ArgumentsDraft) => void;
  readonly onClose: () => void;
}) {
  const { approval, edit, schema, onEdit } = props;
  const a = useApprovalTexts();
  const form = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);
  const read = readEdit(edit, schema);
  const problems = edit.isChecked ? shownProblems(edit, read.problems) : [];
  const isSame =
    read.problems.length === 0 &&
    changesBetween(approval.args, read.value).length === 0;
  const refused = edit.refusal?.failure;
  useEffect(() => {
    if (attempts > 0 || refused !== undefined) focusFirstWrong(form.current);
  }, [attempts, refused]);
  const review = () => {
    const isReady = read.problems.length === 0 && !isSame;
    onEdit({
      ...edit,
      isChecked: true,
      step: isReady ? "review" : "edit",
    });
    setAttempts(attempts + 1);
  };
  return (
    <div ref={form} className="edit-step">
      <ModeSwitch edit={edit} schema={schema} onEdit={onEdit} />
      <Fields edit={edit} problems={problems} onEdit={onEdit} />
      <ReviewHint edit={edit} problems={problems} isSame={isSame} />
      <div className="button-row">
        <button type="button" className="button primary" onClick={review}>
          {a("editReview")}
        </button>
        <button type="button" className="button" onClick={props.onClose}>
          {a("editCancel")}
        </button>
      </div>
    </div>
  );
}

function Fields(props: {
  readonly edit: ArgumentsDraft;
  readonly problems: readonly ArgumentProblem[];
  readonly onEdit: (edit: ArgumentsDraft) => void;
}) {
  const { edit, problems, onEdit } = props;
  return edit.mode === "form" ? (
    <FieldsContext value={problems}>
      <FieldEditor
        field={edit.field}
        path=""
        name=""
        onChange={(field, path) =>
          onEdit({ ...withoutRefusal(edit, path), field })
        }
      />
    </FieldsContext>
  ) : (
    <JsonEditor
      text={edit.json}
      problems={problems}
      onChange={(json) => onEdit({ ...withoutRefusal(edit, ""), json })}
    />
  );
}

/** Ours, and of the server's those at places that were not changed since. */
function shownProblems(
  { refusal }: ArgumentsDraft,
  own: readonly ArgumentProblem[],
): readonly ArgumentProblem[] {
  const theirs = refusal?.problems ?? [];
  return [
    ...own,
    ...theirs.filter(({ path }) => own.every((found) => found.path !== path)),
  ];
}

function withoutRefusal(edit: ArgumentsDraft, path: string): ArgumentsDraft {
  const { refusal, ...rest } = edit;
  if (refusal === undefined) return edit;
  const problems = refusal.problems.filter(
    (problem) =>
      problem.path !== "" && !`${problem.path}/`.startsWith(`${path}/`),
  );
  return { ...rest, refusal: { ...refusal, problems } };
}

function focusFirstWrong(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
