import {
  createKnownSecrets,
  REDACTED,
  replaceSecrets,
} from "./known-secrets.ts";
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

/**
 * The same over secrets that are prepared already. What is held back stays short: of a secret that goes on and on only
 * its end is kept, with a note of how much of that is known to belong to it.
 */
export function redactStream(known: KnownSecrets): TextRedactor {
  let held = "";
  let covered = 0;

  return {
    push(piece) {
      const text = held + piece;
      const matcher = known.matcher();
      if (matcher === undefined) {
        const shown = replaceCovered(text, covered);
        [held, covered] = ["", 0];
        return shown;
      }
      const { spans, undecidedFrom } = matcher.scan(text, covered);
      const shown = replaceSecrets(
        text.slice(0, undecidedFrom),
        matcher,
        Math.min(covered, undecidedFrom),
      );
      const open = spans.find(({ start }) => start === undecidedFrom);
      const from =
        open !== undefined && text.length - undecidedFrom > 2 * matcher.longest
          ? text.length - matcher.longest
          : undecidedFrom;
      covered = open === undefined ? 0 : Math.max(0, open.end - from);
      held = text.slice(from);
      return shown;
    },
    flush() {
      const matcher = known.matcher();
      const rest =
        matcher === undefined
          ? replaceCovered(held, covered)
          : replaceSecrets(held, matcher, covered);
      [held, covered] = ["", 0];
      return rest;
    },
  };
}

function replaceCovered(text: string, covered: number): string {
  return covered === 0 ? text : REDACTED + text.slice(covered);
}
