import { useState } from "react";
import type { RefObject } from "react";
import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";
import { ApiFailure } from "../../client/api-failure.ts";
import type { ModelDraft } from "../../client/model-draft.ts";
import { readDraft } from "../../client/model-draft-check.ts";
import type { DraftField } from "../../client/model-draft-check.ts";
import type { ModelSettings } from "../../client/model-settings.ts";
import { problemsOfFailure } from "./form-problem.ts";
import {
  edited,
  filled,
  firstFormState,
  forgiven,
  isStored,
  refused,
  stored as storedState,
  wiped,
} from "./form-state.ts";
import type { FormState } from "./form-state.ts";
import {
  holdsTypedSecrets,
  readSecrets,
  wipeSecrets,
} from "./secret-inputs.ts";
import { useFormFocus, useWipingOnLeave } from "./use-form-element.ts";

export interface ModelForm {
  readonly state: FormState;
  readonly edit: (part: Partial<ModelDraft>) => void;
  readonly editHeaders: (
    part: Partial<Pick<FormState, "rows" | "forgetHeaders">>,
  ) => void;
  /** A secret was typed: its problem is no longer the one that is shown. */
  readonly forgive: (field: DraftField) => void;
  readonly fill: (preset: ModelPreset) => void;
  readonly save: () => Promise<void>;
  /** Saves what is not saved yet, then tries it. */
  readonly test: () => Promise<void>;
  readonly clear: () => Promise<void>;
}

export interface ModelFormOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly settings: ModelSettings;
  readonly stored: RedactedConnection | null;
  readonly presets: readonly ModelPreset[];
}

/** The draft of the settings, and what happens to it. A failed command loses nothing that was entered. */
export function useModelForm(options: ModelFormOptions): ModelForm {
  const { form, stored, presets } = options;
  const [state, setState] = useState(() => firstFormState(stored, presets));
  useWipingOnLeave(form);
  useFormFocus(form, state);
  return {
    state,
    edit: (part) => setState((before) => edited(before, part)),
    editHeaders: (part) =>
      setState((before) => ({ ...forgiven(before, ["headers"]), ...part })),
    forgive: (field) => setState((before) => forgiven(before, [field])),
    fill: (preset) => {
      if (form.current !== null) wipeSecrets(form.current);
      setState((before) => filled(before, preset));
    },
    ...formCommands(options, state, setState),
  };
}

type SetState = (next: (before: FormState) => FormState) => void;

function formCommands(
  options: ModelFormOptions,
  state: FormState,
  setState: SetState,
): Pick<ModelForm, "save" | "test" | "clear"> {
  const { form, settings, stored } = options;
  const isBusy = () => settings.view.get().busy !== null;
  const save = async (): Promise<boolean> =>
    form.current !== null && saveForm(options, form.current, state, setState);
  const isSaved = () =>
    stored !== null &&
    isStored(state) &&
    form.current !== null &&
    !holdsTypedSecrets(form.current);
  return {
    save: async () => {
      if (!isBusy()) await save();
    },
    test: async () => {
      if (!isBusy() && (isSaved() || (await save()))) await settings.test();
    },
    clear: async () => {
      if (isBusy()) return;
      if (form.current !== null) wipeSecrets(form.current);
      setState(wiped);
      await settings.clear();
      if (!settings.view.get().cleared) return;
      setState((before) => ({ ...before, baseline: null, problems: {} }));
    },
  };
}

/** Resolves with whether the draft is what is stored now; then its secrets are nowhere on the page. */
async function saveForm(
  { settings, stored, presets }: ModelFormOptions,
  form: HTMLFormElement,
  { draft, rows, forgetHeaders }: FormState,
  setState: SetState,
): Promise<boolean> {
  settings.dismiss();
  const secrets = readSecrets(form, rows, forgetHeaders);
  const read = readDraft({ draft, secrets, presets, stored });
  if (!read.ok) {
    setState((before) => refused(before, read.problems));
    return false;
  }
  setState((before) => ({ ...before, problems: {} }));
  const answer = await settings.save(read.input);
  if (answer instanceof ApiFailure) {
    const problems = problemsOfFailure(answer, secrets.headers.length > 0);
    setState((before) => refused(before, problems));
    return false;
  }
  wipeSecrets(form);
  setState((before) => storedState(before, answer, stored));
  return true;
}
