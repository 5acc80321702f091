import { createKnownSecrets, replaceSecrets } from "./known-secrets.ts";
import type { KnownSecrets } from "./known-secrets.ts";

export interface TextRedactorOptions {
  /** The exact secrets of this moment; asked at each push. */
  readonly secrets: () => Iterable<string>;
}

/** Takes one text in pieces. All it gives out, joined, is what redacting the whole text at once would give. */
export interface TextRedactor {
  /** What can be shown now: all but an end that may be the beginning of a secret. Often everything, or nothing. */
  push(piece: string): string;
  /** The rest, when the text is over or another one follows; the redactor then starts afresh. */
  flush(): string;
}

/** A redactor for one streamed text: a secret that is split over pieces never shows. */
export function createTextRedactor({
  secrets,
}: TextRedactorOptions): TextRedactor {
  return redactStream(createKnownSecrets(secrets));
}

/** The same over secrets that are prepared already. */
export function redactStream(known: KnownSecrets): TextRedactor {
  let held = "";

  return {
    push(piece) {
      const text = held + piece;
      const matcher = known.matcher();
      const decided = matcher?.scan(text).undecidedFrom ?? text.length;
      held = text.slice(decided);
      return replaceSecrets(text.slice(0, decided), matcher);
    },
    flush() {
      const rest = replaceSecrets(held, known.matcher());
      held = "";
      return rest;
    },
  };
}
