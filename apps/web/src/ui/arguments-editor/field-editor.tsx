import type { ArgumentField } from "../../client/argument-field.ts";
import { BooleanInput } from "./boolean-input.tsx";
import { ChoiceInput } from "./choice-input.tsx";
import { GroupInput } from "./group-input.tsx";
import { JsonInput } from "./json-input.tsx";
import { ListInput } from "./list-input.tsx";
import type { FieldProps } from "./field-props.ts";
import { TextInput } from "./text-input.tsx";

/** The control that goes with a field. */
export function FieldEditor(props: FieldProps<ArgumentField>) {
  const { field } = props;
  switch (field.kind) {
    case "text":
    case "number":
      return <TextInput {...props} field={field} />;
    case "boolean":
      return <BooleanInput {...props} field={field} />;
    case "choice":
      return <ChoiceInput {...props} field={field} />;
    case "list":
      return <ListInput {...props} field={field} Inner={FieldEditor} />;
    case "group":
      return <GroupInput {...props} field={field} Inner={FieldEditor} />;
    case "json":
      return <JsonInput {...props} field={field} />;
  }
}
