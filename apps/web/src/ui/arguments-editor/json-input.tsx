import type { Field } from "../../client/argument-field.ts";
import type { FieldProps } from "./field-props.ts";
import { FieldFrame } from "./field-frame.tsx";

/** What has no form of its own, as JSON. */
export function JsonInput(props: FieldProps<Field<"json">>) {
  const { field, path, onChange } = props;
  return (
    <FieldFrame
      name={props.name}
      title={field.title ?? "JSON"}
      description={field.description}
      path={path}
      isRequired={props.isRequired}
    >
      {(names) => (
        <textarea
          {...names}
          dir="ltr"
          spellCheck={false}
          rows={Math.min(12, field.text.split("\n").length + 1)}
          value={field.text}
          onChange={(event) =>
            onChange({ ...field, text: event.target.value }, path)
          }
        />
      )}
    </FieldFrame>
  );
}
