import { secretForms } from "./secret-forms.ts";
import { createSecretMatcher } from "./secret-matcher.ts";
import type { SecretMatcher } from "./secret-matcher.ts";

/** What stands in the place of a secret. */
export const REDACTED = "[redacted]";
const OMITTED = "[omitted]";

export interface KnownSecrets {
  /** A matcher for the secrets of this moment; undefined when there are none. */
  matcher(): SecretMatcher | undefined;
}

/** Asks for the secrets at each use, and prepares anew only when they have changed. */
export function createKnownSecrets(
  secrets: () => Iterable<string>,
): KnownSecrets {
  let known: readonly string[] = [];
  let matcher: SecretMatcher | undefined;

  return {
    matcher() {
      const current = [...secrets()];
      const isSame =
        current.length === known.length &&
        current.every((secret, index) => secret === known[index]);
      if (!isSame) {
        known = current;
        const forms = current.flatMap((secret) => [...secretForms(secret)]);
        matcher = forms.length > 0 ? createSecretMatcher(forms) : undefined;
      }
      return matcher;
    },
  };
}

/** The text with every known secret replaced; the first `covered` characters are the end of one. */
export function replaceSecrets(
  text: string,
  matcher: SecretMatcher | undefined,
  covered = 0,
): string {
  if (matcher === undefined) return text;
  const { spans } = matcher.scan(text, covered);
  let shown = "";
  let from = 0;
  for (const { start, end } of spans) {
    shown += text.slice(from, start) + REDACTED;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/** Deeper data is no message of anyone. */
const MAX_DEPTH = 200;

/** Plain data with every known secret replaced in its texts and names; nothing else of it changes. */
export function replaceSecretsIn(
  value: unknown,
  matcher: SecretMatcher | undefined,
  depth = 0,
): unknown {
  if (matcher === undefined) return value;
  if (typeof value === "string") return replaceSecrets(value, matcher);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return OMITTED;
  if (Array.isArray(value))
    return value.map((item) => replaceSecretsIn(item, matcher, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      replaceSecrets(name, matcher),
      replaceSecretsIn(field, matcher, depth + 1),
    ]),
  );
}
