import type { ModelDraft, RemoteApi } from "../../client/model-draft.ts";
import { REMOTE_APIS } from "../../client/model-draft.ts";
import type { SettingsKey } from "../../texts/settings-en.ts";
import { useTexts } from "../text-context.tsx";
import { FieldFrame, TextField } from "./field-frame.tsx";
import { problemText } from "./form-problem.ts";
import type { FormProblems } from "./form-problem.ts";
import { useSettingsTexts } from "./use-settings-texts.ts";

const API_NAMES: Readonly<Record<RemoteApi, SettingsKey>> = {
  "openai-completions": "form.apiCompletions",
  "openai-responses": "form.apiResponses",
  "anthropic-messages": "form.apiMessages",
};

export interface DraftFieldsProps {
  readonly draft: ModelDraft;
  readonly problems: FormProblems;
  readonly edit: (part: Partial<ModelDraft>) => void;
}

/** Who answers, in which protocol, where, and with which model. */
export function ConnectionFields({ draft, problems, edit }: DraftFieldsProps) {
  const text = useSettingsTexts();
  const { locale } = useTexts();
  return (
    <div className="field-grid">
      <TextField
        label={text("form.providerId")}
        hint={text("form.providerIdHint")}
        problem={problemText(problems.providerId, text, locale)}
        required
        value={draft.providerId}
        onChange={(providerId) => edit({ providerId })}
      />
      <ApiField draft={draft} problems={problems} edit={edit} />
      <div className="whole-row">
        <TextField
          label={text("form.baseUrl")}
          hint={text("form.baseUrlHint")}
          problem={problemText(problems.baseUrl, text, locale)}
          inputMode="url"
          value={draft.baseUrl}
          onChange={(baseUrl) => edit({ baseUrl })}
        />
      </div>
      <TextField
        label={text("form.modelId")}
        problem={problemText(problems.modelId, text, locale)}
        required
        value={draft.modelId}
        onChange={(modelId) => edit({ modelId })}
      />
      <label className="check">
        <input
          type="checkbox"
          autoComplete="off"
          checked={draft.supportsImages}
          onChange={(event) => edit({ supportsImages: event.target.checked })}
        />
        <span>{text("form.images")}</span>
      </label>
    </div>
  );
}

function ApiField({ draft, problems, edit }: DraftFieldsProps) {
  const text = useSettingsTexts();
  const { locale } = useTexts();
  return (
    <FieldFrame
      label={text("form.api")}
      problem={problemText(problems.api, text, locale)}
    >
      {(binding) => (
        <select
          {...binding}
          autoComplete="off"
          value={draft.api}
          onChange={(event) => {
            const api = REMOTE_APIS.find((one) => one === event.target.value);
            if (api !== undefined) edit({ api });
          }}
        >
          {REMOTE_APIS.map((api) => (
            <option key={api} value={api}>
              {text(API_NAMES[api])}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
