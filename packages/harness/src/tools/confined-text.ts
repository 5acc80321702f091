const SAMPLE_BYTES = 64 * 1024;
const MAX_ODD_SHARE = 0.1;

/**
 * The lines of a text file, without the empty one after a last newline; undefined when the bytes are
 * not text. UTF-8; what is not valid becomes U+FFFD, a byte order mark is dropped.
 */
export function decodeLines(bytes: Uint8Array): readonly string[] | undefined {
  if (isBinary(bytes)) return undefined;
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Text has no NUL and hardly any control characters or broken UTF-8 at its beginning. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return true;
  // Streaming mode leaves a character that the sample cuts in two out of account.
  const text = new TextDecoder().decode(sample, { stream: true });
  const odd =
    text
      .match(/[\p{Cc}\uFFFD]/gu)
      ?.filter((character) => !"\t\n\r\f\u001b".includes(character)) ?? [];
  return odd.length > text.length * MAX_ODD_SHARE;
}
