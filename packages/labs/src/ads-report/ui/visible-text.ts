// Characters that change how text looks without being seen: a person must see what they approve.
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u115F\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\u{E0000}-\u{E0FFF}]/gu;

/** The text with hidden characters spelled out as `⟨U+202E⟩`; tabs and line feeds stay. Pure. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(HIDDEN, (character) => {
    if (character === "\n" || character === "\t") return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${code.padStart(4, "0")}⟩`;
  });
}
