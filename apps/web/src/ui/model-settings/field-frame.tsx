import { useId } from "react";
import type { ReactNode } from "react";

/** What ties an input to its label, its hint and its problem. */
export interface FieldBinding {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

/** An input with its label, a hint, and what is wrong with it. */
export function FieldFrame(props: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: (binding: FieldBinding) => ReactNode;
}) {
  const id = useId();
  const { label, hint, problem } = props;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const describedBy = [problemId, hintId].filter((part) => part !== undefined);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {props.children({
        id,
        "aria-describedby":
          describedBy.length === 0 ? undefined : describedBy.join(" "),
        "aria-invalid": problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <span id={problemId} className="field-problem">
          {problem}
        </span>
      )}
      {hint !== undefined && <span id={hintId}>{hint}</span>}
    </div>
  );
}

/** A field of one line of text that is no secret. */
export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly inputMode?: "url" | "numeric" | "decimal";
  readonly required?: boolean;
}) {
  const { label, hint, problem } = props;
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(binding) => (
        <input
          {...binding}
          type="text"
          dir="ltr"
          inputMode={props.inputMode}
          aria-required={props.required}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
