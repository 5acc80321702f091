import type { Field } from "../../client/argument-field.ts";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame } from "./field-frame.tsx";

/** Yes or no. */
export function BooleanInput(props: FieldProps<Field<"boolean">>) {
  const { field, path, onChange } = props;
  const a = useApprovalTexts();
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
          value={String(field.value)}
          onChange={(event) =>
            onChange({ ...field, value: event.target.value === "true" }, path)
          }
        >
          <option value="true">{a("yes")}</option>
          <option value="false">{a("no")}</option>
        </select>
      )}
    </FieldFrame>
  );
}
