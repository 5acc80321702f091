import type { Field } from "../../client/argument-field.ts";
import { escapeInvisible } from "../escape-invisible.ts";
import { useTexts } from "../text-context.tsx";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame } from "./field-frame.tsx";

const ROWS_MOST = 14;
const ROWS_LEAST = 3;

/** Text, in one line or several, and numbers as they are typed. */
export function TextInput(props: FieldProps<Field<"text"> | Field<"number">>) {
  const { field, path, onChange } = props;
  const note = useTextNote(field);
  const change = (text: string) => onChange({ ...field, text }, path);
  return (
    <FieldFrame
      name={props.name}
      title={field.title}
      description={field.description}
      path={path}
      isRequired={props.isRequired}
      note={note}
    >
      {(names) =>
        field.kind === "text" && field.multiline ? (
          <textarea
            {...names}
            dir="ltr"
            rows={rowsOf(field.text)}
            value={field.text}
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <input
            {...names}
            type="text"
            dir="ltr"
            inputMode={field.kind === "number" ? "decimal" : undefined}
            value={field.text}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </FieldFrame>
  );
}

function rowsOf(text: string): number {
  return Math.min(ROWS_MOST, Math.max(ROWS_LEAST, text.split("\n").length));
}

/** What can't be seen in a text field: how long its text may be, and invisible characters. */
function useTextNote(
  field: Field<"text"> | Field<"number">,
): string | undefined {
  const a = useApprovalTexts();
  const { number } = useTexts();
  if (field.kind === "number") return undefined;
  const { text, rules } = field;
  const hidden = escapeInvisible(text).filter(({ escaped }) => escaped).length;
  const parts = [
    rules.maxLength !== undefined && text.length > rules.maxLength * 0.9
      ? `${number(text.length)} / ${number(rules.maxLength)}`
      : undefined,
    hidden > 0 ? a("editInvisible", { count: number(hidden) }) : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" · ");
}
