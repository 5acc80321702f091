import { useId } from "react";
import { Plus, Trash2 } from "lucide-react";
import { useTexts } from "../text-context.tsx";
import { problemText } from "./form-problem.ts";
import type { FormProblem } from "./form-problem.ts";
import { headerInputName } from "./secret-inputs.ts";
import type { HeaderRow } from "./secret-inputs.ts";
import { SecretInput } from "./secret-input.tsx";
import { useSettingsTexts } from "./use-settings-texts.ts";

const NAME_LIMIT = 200;
const VALUE_LIMIT = 4096;

/** Extra headers: names that are shown, values that are secrets. */
export function HeaderFields(props: {
  /** Names of the headers that are stored. */
  readonly stored: readonly string[];
  readonly rows: readonly HeaderRow[];
  readonly forgetHeaders: boolean;
  readonly problem: FormProblem | undefined;
  readonly onChange: (part: {
    readonly rows?: readonly HeaderRow[];
    readonly forgetHeaders?: boolean;
  }) => void;
}) {
  const text = useSettingsTexts();
  const { locale } = useTexts();
  const problemId = useId();
  const { stored, rows, onChange } = props;
  const problem = problemText(props.problem, text, locale);
  return (
    <fieldset className="settings-group">
      <legend>{text("headers.title")}</legend>
      <p className="note">
        {stored.length === 0
          ? text("headers.explain")
          : text("headers.stays", { names: stored.join(", ") })}
      </p>
      {problem !== undefined && (
        <p id={problemId} className="field-problem">
          {problem}
        </p>
      )}
      {rows.map((row, index) => (
        <HeaderLine
          key={row.id}
          row={row}
          number={index + 1}
          problemId={problem === undefined ? undefined : problemId}
          onName={(name) =>
            onChange({
              rows: rows.map((old) => (old === row ? { ...row, name } : old)),
            })
          }
          onTyped={() => onChange({})}
          onRemove={() => onChange({ rows: rows.filter((old) => old !== row) })}
        />
      ))}
      {stored.length > 0 && rows.length === 0 && (
        <ForgetHeaders
          checked={props.forgetHeaders}
          onChange={(forgetHeaders) => onChange({ forgetHeaders })}
        />
      )}
      <button
        type="button"
        className="button add-header"
        onClick={() => onChange({ rows: [...rows, nextRow(rows)] })}
      >
        <Plus aria-hidden className="inline-icon" />
        {text("headers.add")}
      </button>
    </fieldset>
  );
}

function nextRow(rows: readonly HeaderRow[]): HeaderRow {
  return { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, name: "" };
}

function HeaderLine(props: {
  readonly row: HeaderRow;
  readonly number: number;
  readonly problemId: string | undefined;
  readonly onName: (name: string) => void;
  readonly onTyped: () => void;
  readonly onRemove: () => void;
}) {
  const text = useSettingsTexts();
  const { row, number, problemId } = props;
  const isInvalid = problemId === undefined ? undefined : true;
  return (
    <div className="header-line">
      <input
        type="text"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={NAME_LIMIT}
        placeholder={text("headers.nameHere")}
        aria-label={text("headers.name", { number })}
        aria-describedby={problemId}
        aria-invalid={isInvalid}
        value={row.name}
        onChange={(event) => props.onName(event.target.value)}
      />
      <SecretInput
        placeholder={text("headers.valueHere")}
        label={text("headers.value", { number })}
        secret={headerInputName(row)}
        aria-describedby={problemId}
        aria-invalid={isInvalid}
        maxLength={VALUE_LIMIT}
        onTyped={props.onTyped}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={text("headers.remove", { number })}
        onClick={props.onRemove}
      >
        <Trash2 aria-hidden />
      </button>
    </div>
  );
}

function ForgetHeaders(props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const text = useSettingsTexts();
  return (
    <label className="check">
      <input
        type="checkbox"
        autoComplete="off"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{text("headers.forget")}</span>
    </label>
  );
}
