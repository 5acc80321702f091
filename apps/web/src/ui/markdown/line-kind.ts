/** What one line of markdown begins, as far as splitting needs to know. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const QUOTE = /^ {0,3}>/;
const ITEM = /^( {0,3})(?:[-*+]|(\d{1,9})[.)])(?:[ \t]|$)/;
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDER_HEAD =
  /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const DEFINITION =
  /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?(\S{1,2000}?)>?(?:[ \t].*)?$/;

export interface Fence {
  readonly mark: string;
  readonly info: string;
}

/** The fence that a line opens, or null. */
export function fenceOf(line: string): Fence | null {
  const found = FENCE.exec(line);
  if (found === null) return null;
  const [, mark = "", info = ""] = found;
  // Backticks with backticks behind them are code inside a sentence.
  if (mark.startsWith("`") && info.includes("`")) return null;
  return { mark, info: info.trim() };
}

/** Whether a line closes the fence. */
export function closesFence(line: string, { mark }: Fence): boolean {
  const trimmed = line.trim();
  return (
    /^ {0,3}\S/.test(line) &&
    trimmed.length >= mark.length &&
    trimmed === mark.charAt(0).repeat(trimmed.length)
  );
}

export interface Item {
  readonly indent: number;
  /** Null for a bullet. */
  readonly number: number | null;
}

/** The list item that a line begins at the left edge, or null. */
export function itemOf(line: string): Item | null {
  if (BREAK.test(line)) return null;
  const found = ITEM.exec(line);
  if (found === null) return null;
  const [, indent = "", number] = found;
  return {
    indent: indent.length,
    number: number === undefined ? null : Number(number),
  };
}

export function isHeading(line: string): boolean {
  return HEADING.test(line);
}

export function isQuote(line: string): boolean {
  return QUOTE.test(line);
}

export function isBreak(line: string): boolean {
  return BREAK.test(line);
}

export function isIndented(line: string): boolean {
  return /^(?: {2,}|\t)/.test(line);
}

/** Whether a line is the one between a table's heading and its rows. */
export function isUnderHead(head: string, line: string): boolean {
  return UNDER_HEAD.test(line) && (head.includes("|") || line.includes("|"));
}

export interface Definition {
  readonly label: string;
  readonly href: string;
}

/** The target that a line names for a label; footnotes are none. */
export function definitionOf(line: string): Definition | null {
  const [, label = "", href = ""] = DEFINITION.exec(line) ?? [];
  if (label === "" || label.startsWith("^")) return null;
  return { label: label.replace(/\s+/g, " ").toLowerCase(), href };
}
