import { useId } from "react";
import type { ReactNode } from "react";
import { EscapedText } from "../escaped-text.tsx";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import { useProblemsAt } from "./fields-context.ts";
import { problemText } from "./problem-text.ts";

export interface ControlNames {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
  readonly "aria-required": boolean | undefined;
}

/** A control with its name, what it is for, and what is wrong with it, each said to those who can't see it. */
export function FieldFrame(props: {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly path: string;
  readonly isRequired?: boolean | undefined;
  readonly note?: ReactNode;
  readonly children: (names: ControlNames) => ReactNode;
}) {
  const a = useApprovalTexts();
  const id = useId();
  const problems = useProblemsAt(props.path);
  const { title, description, note } = props;
  const describedBy = [
    description !== undefined && `${id}-about`,
    note !== undefined && `${id}-note`,
    problems.length > 0 && `${id}-wrong`,
  ].filter((part) => part !== false);
  return (
    <div className="edit-field" data-wrong={problems.length > 0}>
      <label htmlFor={id} className="edit-label">
        <code dir="ltr">
          <EscapedText text={props.name} dir="ltr" />
        </code>
        {title !== undefined && <span>{title}</span>}
      </label>
      {description !== undefined && (
        <p id={`${id}-about`} className="note">
          <EscapedText text={description} />
        </p>
      )}
      {props.children({
        id,
        "aria-invalid": problems.length > 0,
        "aria-describedby":
          describedBy.length === 0 ? undefined : describedBy.join(" "),
        "aria-required": props.isRequired,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className="note">
          {note}
        </p>
      )}
      {problems.length > 0 && (
        <p id={`${id}-wrong`} className="field-problem">
          {problems.map((problem) => problemText(a, problem)).join(" ")}
        </p>
      )}
    </div>
  );
}
