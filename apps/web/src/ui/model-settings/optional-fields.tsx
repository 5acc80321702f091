import { useState } from "react";
import type { ReactNode } from "react";
import { EFFORTS, PRICE_FIELDS } from "../../client/model-draft.ts";
import { useTexts } from "../text-context.tsx";
import type { DraftFieldsProps } from "./connection-fields.tsx";
import { FieldFrame, TextField } from "./field-frame.tsx";
import { problemText } from "./form-problem.ts";
import { useSettingsTexts } from "./use-settings-texts.ts";

const HELD_HERE = [
  "contextWindow",
  "maxOutputTokens",
  "headers",
  ...PRICE_FIELDS,
] as const;

/** What most connections do without, behind a disclosure that opens where something in it is wrong. */
export function OptionalFields(
  props: DraftFieldsProps & { readonly children: ReactNode },
) {
  const text = useSettingsTexts();
  const { locale } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { draft, problems, edit } = props;
  const hasProblem = HELD_HERE.some((field) => problems[field] !== undefined);
  return (
    <details
      className="optional"
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{text("form.optional")}</summary>
      <div className="field-grid">
        {(["contextWindow", "maxOutputTokens"] as const).map((field) => (
          <TextField
            key={field}
            label={text(`form.${field}`)}
            problem={problemText(problems[field], text, locale)}
            inputMode="numeric"
            value={draft[field]}
            onChange={(value) => edit({ [field]: value })}
          />
        ))}
        <EffortField draft={draft} problems={problems} edit={edit} />
      </div>
      <fieldset className="settings-group">
        <legend>{text("form.prices")}</legend>
        <div className="field-grid">
          {PRICE_FIELDS.map((field) => (
            <TextField
              key={field}
              label={text(`form.${field}`)}
              problem={problemText(problems[field], text, locale)}
              inputMode="decimal"
              value={draft[field]}
              onChange={(value) => edit({ [field]: value })}
            />
          ))}
        </div>
      </fieldset>
      {props.children}
    </details>
  );
}

function EffortField({ draft, edit }: DraftFieldsProps) {
  const text = useSettingsTexts();
  return (
    <FieldFrame label={text("form.reasoningEffort")}>
      {(binding) => (
        <select
          {...binding}
          autoComplete="off"
          value={draft.reasoningEffort}
          onChange={(event) =>
            edit({
              reasoningEffort:
                EFFORTS.find((effort) => effort === event.target.value) ?? "",
            })
          }
        >
          <option value="">{text("form.effortDefault")}</option>
          {EFFORTS.map((effort) => (
            <option key={effort} value={effort}>
              {text(`form.effort.${effort}`)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
