/** What a file is called on the screen: the sender's name for it, which is never part of a path. */

/** Characters (UTF-16 units) of a shown name. */
const NAME_LIMIT = 200;
const NAMELESS = "image";
const ELLIPSIS = "…";

/**
 * Characters that are not seen, or that change how others are seen: controls, line and paragraph separators, format and
 * direction characters, blanks that look like letters or like nothing, tags, and halves of a pair.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\u115F\u1160\u3164\uFFA0\u{E0000}-\u{E0FFF}]/gu;
/** Joins the parts of one emoji, so it stays between them. */
const JOINER = /(?<=\p{Emoji}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Emoji})/gu;
const KEPT_JOINER = "\uE000";

/**
 * The name in NFC, without the folders of a path, with every character escaped that can't be seen or turns others
 * around, at most 200 characters. Its ending survives being shortened. Total: never throws, never empty.
 */
export function displayName(name: string): string {
  const last = name.normalize("NFC").split(/[\\/]/u).at(-1) ?? "";
  const visible = last
    .replaceAll(KEPT_JOINER, escapeCharacter)
    .replace(JOINER, KEPT_JOINER)
    .replace(INVISIBLE, (character) =>
      character === KEPT_JOINER ? "\u200D" : escapeCharacter(character),
    )
    .trim();
  return visible === "" ? NAMELESS : shorten(visible);
}

/** The ending of a file name in lower case, without its dot; undefined when there is none. */
export function extensionOf(name: string): string | undefined {
  return /\.([A-Za-z0-9]{1,10})\s*$/.exec(name)?.[1]?.toLowerCase();
}

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `\\u{${code}}`;
}

function shorten(name: string): string {
  if (name.length <= NAME_LIMIT) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  const room = NAME_LIMIT - ending.length - ELLIPSIS.length;
  // Never half of a pair at the cut.
  const start = name.slice(0, room).replace(/[\uD800-\uDBFF]$/u, "");
  return start.replace(/[\uD800-\uDBFF]$/, "") + ELLIPSIS + ending;
}
