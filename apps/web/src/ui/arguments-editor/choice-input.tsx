import type { Field, Scalar } from "../../client/argument-field.ts";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame } from "./field-frame.tsx";

/** One of the values that the schema lists. */
export function ChoiceInput(props: FieldProps<Field<"choice">>) {
  const { field, path, onChange } = props;
  const a = useApprovalTexts();
  const textOf = (option: Scalar) =>
    option === null ? a("editNull") : String(option);
  return (
    <FieldFrame
      name={props.name}
      title={field.title}
      description={field.description}
      path={path}
      isRequired={props.isRequired}
    >
      {(names) => (
        <select
          {...names}
          value={field.index}
          onChange={(event) =>
            onChange({ ...field, index: Number(event.target.value) }, path)
          }
        >
          {field.index === -1 && <option value={-1}>{a("editChoose")}</option>}
          {field.options.map((option, index) => (
            <option key={index} value={index}>
              {textOf(option)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
