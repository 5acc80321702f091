import { useRef } from "react";
import { Plus, Trash2 } from "lucide-react";
import { blankField } from "../../client/argument-field.ts";
import type { Field } from "../../client/argument-field.ts";
import { below } from "../../client/read-arguments.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import type { OuterFieldProps } from "./field-props.ts";
import { useProblemsAt } from "./fields-context.ts";
import { problemText } from "./problem-text.ts";

/** A list whose items can be changed, added and removed. */
export function ListInput(props: OuterFieldProps<Field<"list">>) {
  const { field, path, name, onChange, Inner } = props;
  const a = useApprovalTexts();
  const { number } = useTexts();
  const problems = useProblemsAt(path);
  const adder = useRef<HTMLButtonElement>(null);
  const withItems = (items: Field<"list">["items"], changed: string) =>
    onChange({ ...field, items }, changed);
  const add = () => {
    const item = { key: field.nextKey, field: blankField(field.itemSchema) };
    onChange(
      { ...field, items: [...field.items, item], nextKey: field.nextKey + 1 },
      path,
    );
  };
  return (
    <fieldset className="edit-group">
      <legend>
        <code dir="ltr">
          <EscapedText text={name} dir="ltr" />
        </code>
      </legend>
      {field.items.map((item, index) => (
        <div key={item.key} className="edit-item">
          <Inner
            field={item.field}
            path={below(path, index)}
            name={a("item", { index: number(index + 1) })}
            onChange={(next, changed) =>
              withItems(
                field.items.with(index, { ...item, field: next }),
                changed,
              )
            }
          />
          <button
            type="button"
            className="icon-button"
            aria-label={a("editRemove", { index: number(index + 1) })}
            onClick={() => {
              withItems(field.items.toSpliced(index, 1), path);
              adder.current?.focus();
            }}
          >
            <Trash2 aria-hidden />
          </button>
        </div>
      ))}
      <button ref={adder} type="button" className="button" onClick={add}>
        <Plus aria-hidden className="inline-icon" />
        {a("editAdd")}
      </button>
      {problems.length > 0 && (
        <p className="field-problem">
          {problems.map((problem) => problemText(a, problem)).join(" ")}
        </p>
      )}
    </fieldset>
  );
}
