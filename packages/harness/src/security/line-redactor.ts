/** Takes secrets out of single lines, for places that belong to no session and may have to know many secrets. */
import { REDACTED } from "./known-secrets.ts";
import { secretForms } from "./secret-forms.ts";
import type { Secret } from "./secret.ts";

export interface LineRedactorOptions {
  /** The secrets of this moment; asked for each line. */
  readonly secrets: () => Iterable<Secret>;
}

/** Gives a line without any of the secrets. What is made from a secret to find it is gone with the secret. */
export function createLineRedactor({
  secrets,
}: LineRedactorOptions): (line: string) => string {
  const known = new WeakMap<Secret, readonly string[]>();
  const formsOf = (secret: Secret): readonly string[] => {
    const forms = known.get(secret) ?? longestFirst(secret);
    known.set(secret, forms);
    return forms;
  };
  return (line) => {
    let shown = line;
    for (const secret of secrets())
      for (const form of formsOf(secret))
        if (shown.includes(form)) shown = shown.replaceAll(form, REDACTED);
    return shown;
  };
}

/** A form may be part of a longer one. */
function longestFirst(secret: Secret): readonly string[] {
  return [...secretForms(secret.reveal())].sort(
    (one, other) => other.length - one.length,
  );
}
