/**
 * Text that is still being written, so that it does not jump: what can't be told yet is held back for the moment, and
 * what is not closed yet is closed. Only how the end is shown changes, never what is kept.
 */

/** A line of which only the beginning is known may become anything: a list, a rule, a table, a fence. */
const UNDECIDED =
  /^[ \t]*(?:[-=*_#>+~`|]+|\d{1,9}[.)]?|(?:`{3,}|~{3,})[^`\n]*)[ \t]*$/;
/** Only the end of a long paragraph is looked at. */
const LOOKED_AT = 3_000;

/** The last line, or nothing while it can't be told what it will be. */
export function steadyLine(line: string): string {
  return UNDECIDED.test(line) ? "" : line;
}

/** A growing paragraph without what may become a table's heading, and with its last words closed. */
export function steadyProse(raw: string): string {
  const decided = withoutTableHead(raw);
  const start = Math.max(leafStart(decided), decided.length - LOOKED_AT);
  return decided.slice(0, start) + closeMarks(decided.slice(start));
}

/** Rows that have no line under the heading yet would show as words first. */
function withoutTableHead(raw: string): string {
  const lines = raw.split("\n");
  let end = lines.length;
  while (end > 0 && /^ {0,3}\|/.test(lines[end - 1] ?? "")) end -= 1;
  return lines.length - end <= 2 ? lines.slice(0, end).join("\n") : raw;
}

/** Where the last paragraph, item or heading begins. */
function leafStart(raw: string): number {
  const blank = raw.lastIndexOf("\n\n") + 2;
  const marks = [
    ...raw.matchAll(/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+)+/gm),
  ];
  const last = marks.at(-1);
  const mark = last === undefined ? 0 : last.index + last[0].length;
  return Math.max(blank === 1 ? 0 : blank, mark);
}

interface Mark {
  readonly text: string;
  readonly at: number;
}

/** Closes code, emphasis and links that are open at the end; a mark with nothing behind it is left out. */
function closeMarks(leaf: string): string {
  const open: Mark[] = [];
  let index = 0;
  while (index < leaf.length) {
    const character = leaf.charAt(index);
    if (character === "\\") index += 2;
    else if (character === "`") {
      const end = codeEnd(leaf, index);
      if (end === null) return closedCode(leaf, index, open);
      index = end;
    } else if (character === "[") {
      const end = linkEnd(leaf, index);
      if (end === null) return closed(openLink(leaf, index), open);
      index = end;
    } else if (character === "*" || character === "_" || character === "~") {
      index = takeMark(leaf, index, open);
    } else index += 1;
  }
  return closed(leaf, open);
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === text.charAt(at)) end += 1;
  return end - at;
}

/** Where code that begins here ends; null while it is open. */
function codeEnd(leaf: string, at: number): number | null {
  const length = runLength(leaf, at);
  const fence = "`".repeat(length);
  for (let from = at + length; ;) {
    const next = leaf.indexOf(fence, from);
    if (next === -1) return null;
    const found = runLength(leaf, next);
    if (found === length) return next + length;
    from = next + found;
  }
}

function closedCode(leaf: string, at: number, open: readonly Mark[]): string {
  const fence = "`".repeat(runLength(leaf, at));
  const inside = leaf.slice(at + fence.length).replace(/`+$/, "");
  const before = leaf.slice(0, at);
  if (inside.trim() === "") return closed(before, open);
  return closed(`${before}${fence}${inside}${fence}`, open);
}

/** Where a link that begins here ends, or where it turns out to be none; null while that is open. */
function linkEnd(leaf: string, at: number): number | null {
  const close = leaf.indexOf("]", at);
  if (close === -1) return leaf.length - at > 300 ? at + 1 : null;
  if (close === leaf.length - 1) return null;
  if (leaf.charAt(close + 1) !== "(") return close + 1;
  const end = leaf.indexOf(")", close);
  return end === -1 ? null : end + 1;
}

/** The words of a link whose target is not known yet; nothing of an image. */
function openLink(leaf: string, at: number): string {
  if (leaf.charAt(at - 1) === "!") return leaf.slice(0, at - 1);
  const close = leaf.indexOf("]", at);
  const words = leaf.slice(at + 1, close === -1 ? undefined : close);
  // A task's box, or a footnote, is no link.
  return /^[ xX^]/.test(words) ? leaf : leaf.slice(0, at) + words;
}

function takeMark(leaf: string, at: number, open: Mark[]): number {
  const length = runLength(leaf, at);
  const character = leaf.charAt(at);
  const after = leaf.charAt(at + length);
  const before = leaf.charAt(at - 1);
  const isWord = character === "_" && /\w/.test(before) && /\w/.test(after);
  if (isWord || length > 3 || (character === "~" && length !== 2)) {
    return at + length;
  }
  const text = character.repeat(length);
  const closes = open.findLastIndex((mark) => mark.text === text);
  if (closes !== -1 && before !== "" && !/\s/.test(before)) {
    open.splice(closes);
  } else if (after === "" || !/\s/.test(after)) {
    open.push({ text, at });
  }
  return at + length;
}

function closed(leaf: string, open: readonly Mark[]): string {
  let text = leaf;
  for (const mark of open.toReversed()) {
    const inside = text.slice(mark.at + mark.text.length);
    text =
      inside.trim() === ""
        ? text.slice(0, mark.at)
        : text.trimEnd() + mark.text;
  }
  return text;
}
