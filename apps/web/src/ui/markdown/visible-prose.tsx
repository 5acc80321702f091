/**
 * Words of a model with everything named that changes what they say without being seen: marks that turn the direction
 * round, letters that only programs read. What ordinary writing needs, such as joined emoji, stays.
 */
import type { ReactNode } from "react";
import { escapeInvisible } from "../escape-invisible.ts";

const HIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2060-\u206F\uFFF0-\uFFFB]|[\u{E0100}-\u{E01EF}]|(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0000}-\u{E007F}]/u;

/** The text, with marked escapes in it where something is hidden. */
export function visibleProse(text: string): ReactNode {
  if (!HIDDEN.test(text)) return text;
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(HIDDEN, "gu"))) {
    if (found.index > end) pieces.push(text.slice(end, found.index));
    pieces.push(
      <mark key={found.index} className="escape">
        {escapeInvisible(found[0]).map((piece) => piece.text)}
      </mark>,
    );
    end = found.index + found[0].length;
  }
  pieces.push(text.slice(end));
  return pieces;
}
