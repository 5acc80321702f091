/** Markdown to tokens, never failing: what is too deep, too long or too strange to parse is plain text. */
import { Lexer } from "marked";
import type { Token } from "marked";
import type { LinkTargets } from "./segment.ts";

/** Longer prose is not looked into: the time for it may grow with the square of its length. */
const LENGTH_LIMIT = 8_000;
/** Marks that may open or close something. */
const MARK_LIMIT = 1_500;
/** Twenty lists or quotations inside each other, or a list far to the right. */
const TOO_DEEP =
  /^(?:(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20,}|[ \t]{40,}(?:[-*+]|\d{1,9}[.)])[ \t])/m;

/** The tokens of a piece of markdown; null where it has to be shown as it is. */
export function lexMarkdown(
  raw: string,
  links: LinkTargets,
): readonly Token[] | null {
  if (raw.length > LENGTH_LIMIT || TOO_DEEP.test(raw)) return null;
  const marks = raw.match(/[*_~`[\]<]/g)?.length ?? 0;
  if (marks > MARK_LIMIT) return null;
  try {
    const lexer = new Lexer({ gfm: true });
    Object.assign(lexer.tokens.links, links);
    return lexer.lex(raw);
  } catch {
    return null;
  }
}
