/** Secrets live in the page's inputs only, from the typing to the request. No state and no store ever holds one. */
import type { DraftSecrets } from "../../client/model-draft-check.ts";

const SECRETS = "input[data-secret]";

/** A header that is being entered; its value is in the input that `headerInputName` names. */
export interface HeaderRow {
  readonly id: number;
  readonly name: string;
}

export const KEY_INPUT_NAME = "key";

/** The `data-secret` of the input with a header's value. */
export function headerInputName(row: HeaderRow): string {
  return `header-${row.id}`;
}

/** What the inputs within `form` hold right now. */
export function readSecrets(
  form: HTMLElement,
  rows: readonly HeaderRow[],
  forgetHeaders: boolean,
): DraftSecrets {
  const valueOf = (name: string) =>
    form.querySelector<HTMLInputElement>(`input[data-secret="${name}"]`)
      ?.value ?? "";
  return {
    apiKey: valueOf(KEY_INPUT_NAME),
    headers: rows.map((row) => ({
      name: row.name,
      value: valueOf(headerInputName(row)),
    })),
    forgetHeaders,
  };
}

/** Whether a secret was typed and not yet saved. */
export function holdsTypedSecrets(form: HTMLElement): boolean {
  return [...form.querySelectorAll<HTMLInputElement>(SECRETS)].some(
    ({ value }) => value !== "",
  );
}

/** Empties every input of a secret within `form`. */
export function wipeSecrets(form: HTMLElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(SECRETS))
    input.value = "";
}
