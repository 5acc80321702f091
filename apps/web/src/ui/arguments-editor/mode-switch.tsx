import { useState } from "react";
import { openField } from "../../client/argument-field.ts";
import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import { typedValue } from "../../client/read-arguments.ts";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";

/** From form to JSON and back, with everything that was typed. */
export function ModeSwitch(props: {
  readonly edit: ArgumentsDraft;
  readonly schema: unknown;
  readonly onEdit: (edit: ArgumentsDraft) => void;
}) {
  const { edit, schema, onEdit } = props;
  const a = useApprovalTexts();
  const [isStuck, setStuck] = useState(false);
  if (edit.field.kind !== "group") {
    return <p className="note">{a("editNoSchema")}</p>;
  }
  const choose = (mode: ArgumentsDraft["mode"]) => {
    const next = inMode(edit, mode, schema);
    setStuck(next === undefined);
    if (next !== undefined) onEdit(next);
  };
  return (
    <>
      <div className="mode-switch" role="group" aria-label={a("editMode")}>
        {(["form", "json"] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            className="button"
            aria-pressed={edit.mode === mode}
            onClick={() => choose(mode)}
          >
            {a(mode === "form" ? "editForm" : "editJson")}
          </button>
        ))}
      </div>
      {isStuck && (
        <p className="field-problem" role="alert">
          {a("editJsonFirst")}
        </p>
      )}
    </>
  );
}

/** The same changes in the other mode; undefined where JSON can't be read as a form. */
function inMode(
  edit: ArgumentsDraft,
  mode: ArgumentsDraft["mode"],
  schema: unknown,
): ArgumentsDraft | undefined {
  if (mode === edit.mode) return edit;
  if (mode === "json") {
    const json = JSON.stringify(typedValue(edit.field), null, 2);
    return { ...edit, mode, json };
  }
  try {
    const field = openField(schema, JSON.parse(edit.json));
    return field.kind === "group" ? { ...edit, mode, field } : undefined;
  } catch {
    return undefined;
  }
}
