import type { Field, GroupEntry } from "../../client/argument-field.ts";
import { below } from "../../client/read-arguments.ts";
import { escapeInvisible } from "../escape-invisible.ts";
import { EscapedText } from "../escaped-text.tsx";
import { useApprovalTexts } from "../approvals/use-approval-texts.ts";
import type { OuterFieldProps } from "./field-props.ts";
import { useProblemsAt } from "./fields-context.ts";
import { problemText } from "./problem-text.ts";

/** Several named arguments; those that may be left out can be given or not. */
export function GroupInput(props: OuterFieldProps<Field<"group">>) {
  const { field, path, name, onChange, Inner } = props;
  const entries = field.entries.map((entry) => (
    <Entry
      key={entry.name}
      entry={entry}
      Inner={Inner}
      path={below(path, entry.name)}
      onChange={(next, changed) =>
        onChange(
          {
            ...field,
            entries: field.entries.map((other) =>
              other === entry ? next : other,
            ),
          },
          changed,
        )
      }
    />
  ));
  if (path === "") return <div className="edit-fields">{entries}</div>;
  return (
    <fieldset className="edit-group">
      <legend>
        <code dir="ltr">
          <EscapedText text={name} dir="ltr" />
        </code>
      </legend>
      {field.description !== undefined && (
        <p className="note">
          <EscapedText text={field.description} />
        </p>
      )}
      {entries}
    </fieldset>
  );
}

function Entry(props: {
  readonly entry: GroupEntry;
  readonly Inner: OuterFieldProps<Field<"group">>["Inner"];
  readonly path: string;
  readonly onChange: (entry: GroupEntry, path: string) => void;
}) {
  const { entry, Inner, path, onChange } = props;
  const { name, required, present, field } = entry;
  const give = (isGiven: boolean) =>
    onChange({ ...entry, present: isGiven }, path);
  return (
    <div className="edit-entry">
      {!required && <Given entry={entry} onGive={give} />}
      {present ? (
        <Inner
          field={field}
          path={path}
          name={name}
          isRequired={required}
          onChange={(next, changed) =>
            onChange({ ...entry, field: next }, changed)
          }
        />
      ) : (
        <Missing entry={entry} path={path} onGive={() => give(true)} />
      )}
    </div>
  );
}

function Given(props: {
  readonly entry: GroupEntry;
  readonly onGive: (isGiven: boolean) => void;
}) {
  const { name, present } = props.entry;
  const a = useApprovalTexts();
  return (
    <label className="edit-given">
      <input
        type="checkbox"
        checked={present}
        onChange={(event) => props.onGive(event.target.checked)}
      />
      <span className="argument-kind">
        {a("editGive", { name: escapedName(name) })}
      </span>
    </label>
  );
}

/** An argument that is needed and not there, and what is wrong at its place. */
function Missing(props: {
  readonly entry: GroupEntry;
  readonly path: string;
  readonly onGive: () => void;
}) {
  const a = useApprovalTexts();
  const problems = useProblemsAt(props.path);
  return (
    <>
      {props.entry.required && (
        <button type="button" className="button" onClick={props.onGive}>
          {a("editAddField", { name: escapedName(props.entry.name) })}
        </button>
      )}
      {problems.length > 0 && (
        <p className="field-problem">
          {problems.map((problem) => problemText(a, problem)).join(" ")}
        </p>
      )}
    </>
  );
}

function escapedName(name: string): string {
  return escapeInvisible(name)
    .map(({ text }) => text)
    .join("");
}
