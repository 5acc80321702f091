/** The part of a document that a program writes: what stands between two comments. */
const BEGIN = "<!-- benchmark: begin -->";
const END = "<!-- benchmark: end -->";

/** The document with new text in its place. Throws when it has no such place. */
export function replaceBlock(document: string, text: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END, begin);
  if (begin < 0 || end < 0)
    throw new Error(`The document has no place between ${BEGIN} and ${END}.`);
  const before = document.slice(0, begin + BEGIN.length);
  return `${before}\n\n${text.trim()}\n\n${document.slice(end)}`;
}
