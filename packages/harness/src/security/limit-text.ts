/** The longest beginning of a text that has at most `maxBytes` in UTF-8; never half a character. */
export function limitText(text: string, maxBytes: number): string {
  const room = Math.max(0, Math.floor(maxBytes));
  if (text.length * 3 <= room) return text;
  const target = new Uint8Array(Math.min(room, text.length * 3));
  const { read } = new TextEncoder().encodeInto(text, target);
  return text.slice(0, read);
}
