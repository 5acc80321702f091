import { MAX_OUTPUT_BYTES } from "./confined-output.ts";
import type { LinearPattern } from "./confined-pattern.ts";

/** Characters of a long line that are shown, around its match. */
export const MAX_LINE_SHOWN = 500;
const SHOWN_BEFORE_MATCH = 100;

export interface GrepReportOptions {
  readonly limit: number;
  /** Lines before and after each match. */
  readonly context: number;
  readonly pattern: LinearPattern;
}

type SkipReason = "binary" | "too large" | "unreadable";

/**
 * Collects matching lines with their surroundings, each line once, until the limits are reached.
 * Lines read `path:3: text`, lines around a match `path-4- text`.
 */
export class GrepReport {
  readonly #options: GrepReportOptions;
  readonly #shown: string[] = [];
  readonly #skipped = new Map<SkipReason, number>();
  readonly #reasons = new Set<string>();
  #bytes = 0;
  #path = "";
  #lines: readonly string[] = [];
  /** Of the open file: the next line that is not shown yet, and the end of what must be. */
  #next = 0;
  #until = 0;
  #matchedHere = false;
  #full = false;
  matches = 0;
  files = 0;

  constructor(options: GrepReportOptions) {
    this.#options = options;
  }

  /** Nothing more is wanted. */
  get full(): boolean {
    return this.#full;
  }

  /** Something that matches may be missing. */
  get truncated(): boolean {
    return this.#reasons.size > 0;
  }

  /** What follows is about this file. */
  open(path: string, lines: readonly string[]): void {
    this.#finishContext();
    this.#path = path;
    this.#lines = lines;
    this.#next = 0;
    this.#until = 0;
    this.#matchedHere = false;
  }

  /** The line matches. Call it in the order of the lines. */
  match(at: number): void {
    const { limit, context, pattern } = this.#options;
    if (this.matches >= limit) {
      this.#finishContext();
      this.stop(
        `Only the first ${limit} matching lines are shown. Use a higher limit or a narrower pattern.`,
      );
      return;
    }
    this.#finishContext(at);
    this.#next = Math.max(this.#next, at - context);
    this.#until = at;
    this.#finishContext();
    const line = this.#lines[at] ?? "";
    this.#show(
      `${this.#path}:${at + 1}: ${excerpt(line, line.length > MAX_LINE_SHOWN ? (pattern.indexIn(line) ?? 0) : 0)}`,
    );
    this.#next = at + 1;
    this.#until = at + 1 + context;
    this.matches += 1;
    if (!this.#matchedHere) this.files += 1;
    this.#matchedHere = true;
  }

  /** Ends the search, with a sentence for the model. */
  stop(reason: string): void {
    this.#full = true;
    this.#reasons.add(reason);
  }

  skip(reason: SkipReason): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  /** A line was searched only at its beginning. */
  longLine(): void {
    this.#reasons.add("Very long lines were searched only at their beginning.");
  }

  text(): string {
    this.#finishContext();
    return this.#shown.length === 0
      ? "No matches found."
      : this.#shown.join("\n");
  }

  notices(): readonly string[] {
    const skipped = [...this.#skipped].map(
      ([reason, count]) => `${count} ${reason}`,
    );
    return [
      ...this.#reasons,
      ...(skipped.length === 0
        ? []
        : [`Files left out: ${skipped.join(", ")}.`]),
    ];
  }

  /** Shows what the last match still asks for, up to the line `before`. */
  #finishContext(before = Infinity): void {
    const end = Math.min(this.#until, before, this.#lines.length);
    for (; this.#next < end; this.#next += 1) {
      this.#show(
        `${this.#path}-${this.#next + 1}- ${excerpt(this.#lines[this.#next] ?? "", 0)}`,
      );
    }
  }

  #show(line: string): void {
    this.#bytes += Buffer.byteLength(line) + 1;
    if (this.#bytes > MAX_OUTPUT_BYTES)
      this.stop(
        `Only the first ${MAX_OUTPUT_BYTES / 1024} KB are shown. Use a narrower pattern or path.`,
      );
    else this.#shown.push(line);
  }
}

function excerpt(line: string, matchAt: number): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (text.length <= MAX_LINE_SHOWN) return text;
  const from = Math.max(
    0,
    Math.min(matchAt - SHOWN_BEFORE_MATCH, text.length - MAX_LINE_SHOWN),
  );
  const to = from + MAX_LINE_SHOWN;
  // A character may be cut in two at the ends.
  return `${from > 0 ? "… " : ""}${text.slice(from, to).toWellFormed()}${to < text.length ? " … [line cut]" : ""}`;
}
