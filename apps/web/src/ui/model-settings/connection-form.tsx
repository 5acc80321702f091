import { useEffect, useRef, useState } from "react";
import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";
import { filledBy } from "../../client/model-draft.ts";
import { droppedOrigin } from "../../client/model-secrets.ts";
import { useSession, useSessionState } from "../session-context.tsx";
import { useStudio } from "../studio-context.tsx";
import { useCell, useCellPart } from "../use-cell.ts";
import { ConnectionFields } from "./connection-fields.tsx";
import { HeaderFields } from "./header-fields.tsx";
import { KeyField } from "./key-field.tsx";
import { OptionalFields } from "./optional-fields.tsx";
import { PresetList } from "./preset-list.tsx";
import { SettingsActions } from "./settings-actions.tsx";
import type { Command } from "./settings-actions.tsx";
import { SettingsOutcome } from "./settings-outcome.tsx";
import { useModelForm } from "./use-model-form.ts";
import type { ModelForm } from "./use-model-form.ts";
import { useSettingsTexts } from "./use-settings-texts.ts";

/** A connection to any provider: entered, saved, tried and forgotten. */
export function ConnectionForm() {
  const text = useSettingsTexts();
  const { studio, openModelSettings } = useStudio();
  const { sessionId } = useSession();
  const [settings] = useState(() => openModelSettings(sessionId));
  useEffect(() => () => settings.close(), [settings]);
  const view = useCell(settings.view);
  const presets = useCellPart(studio.view, (state) => state.presets);
  const stored = useSessionState((state) => state.model);
  const element = useRef<HTMLFormElement>(null);
  const form = useModelForm({ form: element, settings, stored, presets });
  const attempt = (command: Command) => {
    studio.dismissFailure();
    void form[command]();
  };
  return (
    <form
      ref={element}
      className="connection-form"
      aria-label={text("form.label")}
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempt("save");
      }}
    >
      <FormFields form={form} stored={stored} presets={presets} />
      <SettingsOutcome
        view={view}
        isAtField={Object.keys(form.state.problems).length > 0}
        replaced={form.state.replaced}
      />
      <SettingsActions
        isBusy={view.busy !== null}
        canClear={stored !== null}
        onCommand={attempt}
      />
    </form>
  );
}

function FormFields(props: {
  readonly form: ModelForm;
  readonly stored: RedactedConnection | null;
  readonly presets: readonly ModelPreset[];
}) {
  const { form, stored, presets } = props;
  const { draft, problems, rows, forgetHeaders, wipes } = form.state;
  return (
    <>
      <PresetList
        presets={presets}
        chosen={filledBy(draft, presets)}
        onChoose={form.fill}
      />
      <ConnectionFields draft={draft} problems={problems} edit={form.edit} />
      <KeyField
        key={`key-${wipes}`}
        stored={stored}
        dropped={droppedOrigin(stored, draft, presets)}
        problem={problems.apiKey}
        onTyped={() => form.forgive("apiKey")}
      />
      <OptionalFields draft={draft} problems={problems} edit={form.edit}>
        <HeaderFields
          key={`headers-${wipes}`}
          stored={stored?.headers ?? []}
          rows={rows}
          forgetHeaders={forgetHeaders}
          problem={problems.headers}
          onChange={form.editHeaders}
        />
      </OptionalFields>
    </>
  );
}
