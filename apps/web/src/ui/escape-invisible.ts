/**
 * Text as it really is: characters that can't be seen, or that change the direction of others, are named,
 * and words that mix alphabets, which is how one letter passes for another, are marked.
 * Line feeds and tabs stay, since they are shown as such.
 */
const INVISIBLE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x0000, 0x0008],
  [0x000b, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  // Halves of characters, which no font can draw.
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];
const INVISIBLE = `[${INVISIBLE_RANGES.map((range) =>
  range.map((point) => `\\u{${point.toString(16)}}`).join("-"),
).join("")}]`;

/** The one variation selector that belongs to what is seen: it asks for the coloured form of the emoji before it. */
const EMOJI_STYLE = String.raw`(?:\p{Extended_Pictographic}|[#*0-9](?=\uFE0F\u20E3))\uFE0F`;

/** A word: letters, with the marks and digits that stand among them. Some letters and marks are invisible. */
const WORD = String.raw`\p{L}(?:(?!${INVISIBLE})[\p{L}\p{M}\p{Nd}])*`;

const PIECES = new RegExp(
  `${EMOJI_STYLE}|(?<invisible>${INVISIBLE})|(?<word>${WORD})`,
  "gu",
);

/** Alphabets with letters that look like those of another. */
const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}\p{Script=Lisu}]/u;
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
] as const;

export interface TextPiece {
  readonly text: string;
  /** Stands for a character that would not be seen. */
  readonly escaped: boolean;
  /** A word of several alphabets, such as a Latin one with a Cyrillic letter in it. */
  readonly mixed?: true;
}

/** The text in pieces, those that stand for something invisible marked. Joined, the others are the text itself. */
export function escapeInvisible(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let plainFrom = 0;
  const add = (at: number, piece: TextPiece, end: number) => {
    if (at > plainFrom) {
      pieces.push({ text: text.slice(plainFrom, at), escaped: false });
    }
    pieces.push(piece);
    plainFrom = end;
  };
  for (const match of text.matchAll(PIECES)) {
    const [found] = match;
    const end = match.index + found.length;
    if (match.groups?.["invisible"] !== undefined) {
      add(match.index, { text: nameOf(found), escaped: true }, end);
    } else if (match.groups?.["word"] !== undefined && mixesAlphabets(found)) {
      add(match.index, { text: found, escaped: false, mixed: true }, end);
    }
  }
  if (plainFrom < text.length) {
    pieces.push({ text: text.slice(plainFrom), escaped: false });
  }
  return pieces;
}

/** Latin beside Chinese, Japanese or Korean is ordinary; a lookalike alphabet beside any other is not. */
function mixesAlphabets(word: string): boolean {
  return (
    LOOKALIKES.test(word) &&
    ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1
  );
}

function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `\\u{${point.toString(16).toUpperCase().padStart(4, "0")}}`;
}
