/** Caps on what a file tool answers, the same as Pi's, so that one call cannot fill the model's context. */
export const MAX_OUTPUT_LINES = 2000;
export const MAX_OUTPUT_BYTES = 50 * 1024;

export interface CappedOutput {
  /** Whole lines from the beginning. */
  readonly lines: readonly string[];
  readonly cutBy: "lines" | "bytes" | undefined;
}

/** Keeps as many whole lines as the caps allow. */
export function capOutput(
  lines: readonly string[],
  maxLines: number = MAX_OUTPUT_LINES,
): CappedOutput {
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    if (at >= maxLines) return { lines: lines.slice(0, at), cutBy: "lines" };
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_OUTPUT_BYTES)
      return { lines: lines.slice(0, at), cutBy: "bytes" };
  }
  return { lines, cutBy: undefined };
}

/** The beginning of the text, at most `maxBytes` in UTF-8, cut between characters. */
export function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // Continuation bytes are 10xxxxxx: step back to where a character begins.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}

/** Puts what the model must know about the answer after it, in brackets and apart. */
export function withNotices(text: string, notices: readonly string[]): string {
  return notices.length === 0 ? text : `${text}\n\n[${notices.join(" ")}]`;
}

/** A size for people: `812 B`, `49.2 KB`. */
export function showSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** How many entries are missing from an answer and why, or nothing. */
export function omissionNotice(omitted: {
  readonly links: number;
  readonly protectedNames: number;
  readonly unusable: number;
}): readonly string[] {
  const parts = [
    counted(omitted.links, "link"),
    counted(omitted.protectedNames, "protected name"),
    counted(omitted.unusable, "special or unreadable name"),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? [] : [`Not shown: ${parts.join(", ")}.`];
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? "" : "s"}`;
}
