/** The segment that lines are added to. */
import {
  fenceOf,
  isBreak,
  isHeading,
  isIndented,
  isQuote,
  itemOf,
} from "./line-kind.ts";
import type { Fence } from "./line-kind.ts";
import type { Segment } from "./segment.ts";

/** Prose that is longer goes on in another piece, at the next place where that can't be seen. */
const PIECE_CHARACTERS = 3_000;
const PIECE_LINES = 48;
const PIECE_ROWS = 32;
/** A longer table goes on in another one under the same heading: the columns of one are laid out all at once. */
const TABLE_ROWS = 96;

export type Growing = GrowingProse | GrowingCode | GrowingTable;
type Flavour = "text" | "list" | "quote";

interface Continuation {
  readonly isContinued: boolean;
  readonly start?: number;
}

export class GrowingProse {
  readonly kind = "prose";
  readonly flavour: Flavour;
  readonly #continuation: Continuation;
  #raw = "";
  #isAfterBlank = false;
  #items = 0;
  #indent = 0;
  /** The number that the first item has, where it has one. */
  #firstNumber: number | null = null;

  constructor(
    flavour: Flavour,
    continuation: Continuation = { isContinued: false },
  ) {
    this.flavour = flavour;
    this.#continuation = continuation;
  }

  get lastLine(): string {
    if (this.#isAfterBlank) return "";
    return this.#raw.slice(this.#raw.lastIndexOf("\n") + 1);
  }

  dropLastLine(): void {
    this.#raw = this.#raw.slice(0, Math.max(0, this.#raw.lastIndexOf("\n")));
  }

  /** Whether a line that is not blank still belongs here. */
  takes(line: string): boolean {
    if (this.#raw === "") return true;
    const item = itemOf(line);
    const isOfList = item !== null || isIndented(line);
    if (this.flavour === "list" && isOfList) return true;
    if (this.#isAfterBlank || beginsAlone(line)) return false;
    if (isQuote(line)) return this.flavour === "quote";
    if (isBreak(line)) return this.flavour === "text" && isUnderline(line);
    // Only a list that begins with 1 ends a paragraph without a blank line.
    return item === null || (item.number ?? 1) !== 1;
  }

  add(line: string): void {
    const item = this.flavour === "list" ? itemOf(line) : null;
    if (item !== null && (this.#items === 0 || this.#isTop(item.indent))) {
      if (this.#items === 0) {
        this.#indent = item.indent;
        this.#firstNumber = item.number;
      }
      this.#items += 1;
    }
    const gap = this.#isAfterBlank ? "\n\n" : "\n";
    this.#raw = this.#raw === "" ? line : this.#raw + gap + line;
    this.#isAfterBlank = false;
  }

  addBlank(): void {
    this.#isAfterBlank = this.#raw !== "";
  }

  /** What goes on with a line, where this is long enough; null where the line is to be added here. */
  nextPiece(line: string): GrowingProse | null {
    if (this.#raw.length < PIECE_CHARACTERS) return null;
    const item = itemOf(line);
    if (this.flavour === "list" && (item === null || !this.#isTop(item.indent)))
      return null;
    if (this.flavour === "quote" && !isQuote(line)) return null;
    const first = this.#continuation.start ?? this.#firstNumber;
    return new GrowingProse(this.flavour, {
      isContinued: true,
      ...(first === null ? {} : { start: first + this.#items }),
    });
  }

  with(rest: string): Segment | null {
    const raw = rest.trim() === "" ? this.#raw : this.#joined(rest);
    if (raw === "") return null;
    return { kind: "prose", raw, ...this.#continuation };
  }

  #joined(rest: string): string {
    if (this.#raw === "") return rest;
    return `${this.#raw}${this.#isAfterBlank ? "\n\n" : "\n"}${rest}`;
  }

  #isTop(indent: number): boolean {
    return indent < this.#indent + 2;
  }
}

function beginsAlone(line: string): boolean {
  return fenceOf(line) !== null || isHeading(line);
}

function isUnderline(line: string): boolean {
  return /^ {0,3}-+[ \t]*$/.test(line);
}

export class GrowingCode {
  readonly kind = "code";
  readonly fence: Fence;
  readonly #pieces: string[] = [];
  #lines: string[] = [];
  #isClosed = false;

  constructor(fence: Fence) {
    this.fence = fence;
  }

  add(line: string): void {
    this.#lines.push(line);
    // A piece must not end with an empty line: the end of a block swallows it.
    if (this.#lines.length >= PIECE_LINES && line !== "") {
      this.#pieces.push(this.#lines.join("\n"));
      this.#lines = [];
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  with(rest: string): Segment {
    const isFence = rest !== "" && isPartOfFence(rest, this.fence);
    const lines = rest === "" || isFence ? this.#lines : [...this.#lines, rest];
    const pieces =
      lines.length === 0
        ? [...this.#pieces]
        : [...this.#pieces, lines.join("\n")];
    const { info } = this.fence;
    return { kind: "code", info, pieces, isClosed: this.#isClosed };
  }
}

/** What may become the closing fence is not shown as code for a moment. */
function isPartOfFence(rest: string, { mark }: Fence): boolean {
  const trimmed = rest.trim();
  return trimmed === mark.charAt(0).repeat(trimmed.length);
}

export class GrowingTable {
  readonly kind = "table";
  readonly #head: string;
  readonly #groups: string[] = [];
  #rows: string[] = [];

  constructor(head: string) {
    this.#head = head;
  }

  /** The table that goes on, once this one has as many rows as it should. */
  nextPiece(): GrowingTable | null {
    const rows = this.#groups.length * PIECE_ROWS + this.#rows.length;
    return rows < TABLE_ROWS ? null : new GrowingTable(this.#head);
  }

  add(row: string): void {
    this.#rows.push(row);
    if (this.#rows.length < PIECE_ROWS) return;
    this.#groups.push(this.#rows.join("\n"));
    this.#rows = [];
  }

  with(rest: string): Segment {
    const rows = rest.trim() === "" ? this.#rows : [...this.#rows, rest];
    const groups =
      rows.length === 0
        ? [...this.#groups]
        : [...this.#groups, rows.join("\n")];
    return { kind: "table", head: this.#head, groups };
  }
}
