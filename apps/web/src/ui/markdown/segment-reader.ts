/**
 * Splits an answer that grows into segments. Each line is looked at once, whatever the length of the answer; only
 * the last segment is made anew when text is added. Long lists, tables, quotations and code are cut into pieces at
 * places where that can't be seen, so that no piece costs much to draw again.
 */
import { GrowingCode, GrowingProse, GrowingTable } from "./growing-segment.ts";
import type { Growing } from "./growing-segment.ts";
import {
  closesFence,
  definitionOf,
  fenceOf,
  isBreak,
  isHeading,
  isIndented,
  isQuote,
  isUnderHead,
  itemOf,
} from "./line-kind.ts";
import { steadyLine } from "./steady-text.ts";
import { NO_LINKS } from "./segment.ts";
import type { LinkTargets, Segment, Segments } from "./segment.ts";

/** A line that is longer is cut, where a word ends, as if it were several. */
const LINE_LIMIT = 4_000;
/** More targets than this are not looked for. */
const LINK_LIMIT = 200;

export interface SegmentReader {
  /**
   * The segments of a text, of which more may come where `isGrowing`. Cheap where it begins with the text of the
   * call before; segments that are done are the same objects as then.
   */
  read(text: string, isGrowing: boolean): Segments;
}

/** A reader for one answer. */
export function createSegmentReader(): SegmentReader {
  let splitter = new Splitter();
  let before = "";
  let wasGrowing = true;
  return {
    read(text, isGrowing) {
      const goesOn = wasGrowing || text === before;
      if (!goesOn || !text.startsWith(before)) splitter = new Splitter();
      before = text;
      wasGrowing = isGrowing;
      return splitter.read(text, isGrowing);
    },
  };
}

class Splitter {
  readonly #done: Segment[] = [];
  #links: LinkTargets = NO_LINKS;
  #open: Growing | null = null;
  /** How much of the text was taken as whole lines. */
  #taken = 0;

  read(text: string, isGrowing: boolean): Segments {
    for (;;) {
      const end = text.indexOf("\n", this.#taken);
      if (end === -1) break;
      this.#take(text.slice(this.#taken, end).replace(/\r$/, ""));
      this.#taken = end + 1;
    }
    this.#cutLongLine(text);
    if (isGrowing) {
      const last = this.#preview(steadyLine(text.slice(this.#taken)));
      const segments = [...this.#done, ...(last === null ? [] : [last])];
      return { segments, links: this.#links };
    }
    if (this.#taken < text.length) this.#take(text.slice(this.#taken));
    this.#taken = text.length;
    this.#finish();
    return { segments: [...this.#done], links: this.#links };
  }

  /** The open segment as it is with the line that is not finished. */
  #preview(rest: string): Segment | null {
    if (this.#open !== null) return this.#open.with(rest);
    return rest.trim() === "" ? null : new GrowingProse("text").with(rest);
  }

  #cutLongLine(text: string): void {
    while (text.length - this.#taken > LINE_LIMIT) {
      if (this.#open !== null && this.#open.kind !== "prose") return;
      const space = text.lastIndexOf(" ", this.#taken + LINE_LIMIT);
      const end = space > this.#taken ? space + 1 : this.#taken + LINE_LIMIT;
      this.#take(text.slice(this.#taken, end));
      this.#finish();
      this.#open = new GrowingProse("text", { isContinued: true });
      this.#taken = end;
    }
  }

  #finish(): void {
    const segment = this.#open?.with("") ?? null;
    if (segment !== null) this.#done.push(segment);
    this.#open = null;
  }

  #take(line: string): void {
    const open = this.#open;
    if (open instanceof GrowingCode) {
      if (!closesFence(line, open.fence)) return open.add(line);
      open.close();
      return this.#finish();
    }
    if (line.trim() === "") return this.#takeBlank();
    if (open instanceof GrowingTable) {
      if (!this.#begins(line)) return this.#addRow(open, line);
      this.#finish();
    }
    this.#takeWords(line);
  }

  #addRow(open: GrowingTable, line: string): void {
    const next = open.nextPiece();
    if (next === null) return open.add(line);
    this.#finish();
    next.add(line);
    this.#open = next;
  }

  #takeBlank(): void {
    if (this.#open instanceof GrowingProse) this.#open.addBlank();
    else this.#finish();
  }

  /** Whether a line begins a block that ends whatever was before. */
  #begins(line: string): boolean {
    return (
      fenceOf(line) !== null ||
      isHeading(line) ||
      isQuote(line) ||
      itemOf(line) !== null
    );
  }

  #takeWords(line: string): void {
    this.#noteTarget(line);
    const open = this.#open instanceof GrowingProse ? this.#open : null;
    if (open !== null && open.takes(line)) return this.#addTo(open, line);
    this.#finish();
    const fence = fenceOf(line);
    if (fence !== null) {
      this.#open = new GrowingCode(fence);
      return;
    }
    this.#open = new GrowingProse(kindOf(line));
    this.#open.add(line);
    if (isHeading(line) || isBreak(line)) this.#finish();
  }

  #addTo(open: GrowingProse, line: string): void {
    const head = open.lastLine;
    if (open.flavour === "text" && head !== "" && isUnderHead(head, line)) {
      open.dropLastLine();
      this.#finish();
      this.#open = new GrowingTable(`${head}\n${line}`);
      return;
    }
    const next = open.nextPiece(line);
    if (next === null) return open.add(line);
    this.#finish();
    next.add(line);
    this.#open = next;
  }

  #noteTarget(line: string): void {
    const found = definitionOf(line);
    if (found === null || Object.hasOwn(this.#links, found.label)) return;
    if (Object.keys(this.#links).length >= LINK_LIMIT) return;
    const { label, href } = found;
    this.#links = { ...this.#links, [label]: { href, title: "" } };
  }
}

function kindOf(line: string): "text" | "list" | "quote" {
  if (isQuote(line)) return "quote";
  return itemOf(line) !== null && !isIndented(line) ? "list" : "text";
}
