/**
 * Text as it really is: characters that can't be seen, or that change the direction of others, are named.
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

function isInvisible(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return INVISIBLE_RANGES.some(
    ([first, last]) => point >= first && point <= last,
  );
}

export interface TextPiece {
  readonly text: string;
  /** Stands for a character that would not be seen. */
  readonly escaped: boolean;
}

/** The text in pieces, those that stand for something invisible marked. Joined, the others are the text itself. */
export function escapeInvisible(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let plain = "";
  for (const character of text) {
    if (!isInvisible(character)) {
      plain += character;
      continue;
    }
    if (plain !== "") pieces.push({ text: plain, escaped: false });
    plain = "";
    pieces.push({ text: nameOf(character), escaped: true });
  }
  if (plain !== "") pieces.push({ text: plain, escaped: false });
  return pieces;
}

function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `\\u{${point.toString(16).toUpperCase().padStart(4, "0")}}`;
}
