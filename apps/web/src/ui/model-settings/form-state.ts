/** What the settings form holds, and each thing that can happen to it. Secrets are no part of it. */
import type { ModelPreset, RedactedConnection } from "@agent-studio/shared";
import {
  draftOfConnection,
  draftOfPreset,
  firstDraft,
  isSameDraft,
} from "../../client/model-draft.ts";
import type { ModelDraft } from "../../client/model-draft.ts";
import type { FormProblems } from "./form-problem.ts";
import type { HeaderRow } from "./secret-inputs.ts";

export interface FormState {
  readonly draft: ModelDraft;
  /** The draft as it was stored last; null when it never was. */
  readonly baseline: ModelDraft | null;
  readonly rows: readonly HeaderRow[];
  readonly forgetHeaders: boolean;
  readonly problems: FormProblems;
  /** Counts the refused attempts, so that each leads to the first field with a problem. */
  readonly refusals: number;
  /** Counts the times that secrets were wiped: their inputs are new each time, without a history to undo. */
  readonly wipes: number;
  /** What was stored when the last saving replaced it. */
  readonly replaced: RedactedConnection | null;
}

/** The form as it opens. */
export function firstFormState(
  stored: RedactedConnection | null,
  presets: readonly ModelPreset[],
): FormState {
  const draft = firstDraft(stored, presets);
  return {
    draft,
    baseline: stored === null || stored.api === "demo" ? null : draft,
    rows: [],
    forgetHeaders: false,
    problems: {},
    refusals: 0,
    wipes: 0,
    replaced: null,
  };
}

/** After some fields were changed: their problems may be solved. */
export function edited(state: FormState, part: Partial<ModelDraft>): FormState {
  const draft = { ...state.draft, ...part };
  return { ...forgiven(state, Object.keys(part)), draft };
}

/** Without the problems of these fields. */
export function forgiven(
  state: FormState,
  fields: readonly string[],
): FormState {
  const problems: FormProblems = Object.fromEntries(
    Object.entries(state.problems).filter(([field]) => !fields.includes(field)),
  );
  return { ...state, problems };
}

/** After an attempt was refused. */
export function refused(state: FormState, problems: FormProblems): FormState {
  return { ...state, problems, refusals: state.refusals + 1 };
}

/** With inputs for secrets that have never held one. */
export function wiped(state: FormState): FormState {
  return {
    ...state,
    rows: [],
    forgetHeaders: false,
    wipes: state.wipes + 1,
  };
}

/** Filled by a preset. A key that was typed for one provider must not go to another. */
export function filled(state: FormState, preset: ModelPreset): FormState {
  return { ...wiped(state), draft: draftOfPreset(preset), problems: {} };
}

/** After the server took it: the fields show what it made of them. */
export function stored(
  state: FormState,
  connection: RedactedConnection,
  replaced: RedactedConnection | null,
): FormState {
  const draft = draftOfConnection(connection);
  return { ...wiped(state), draft, baseline: draft, replaced, problems: {} };
}

/** Whether the form has nothing that is not stored, typed secrets apart. */
export function isStored(state: FormState): boolean {
  return (
    state.baseline !== null &&
    isSameDraft(state.draft, state.baseline) &&
    !state.forgetHeaders &&
    state.rows.length === 0
  );
}
