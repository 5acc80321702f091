/** Which rows of a log a filter leaves. Looks at a part of the log at a time, so that a long one stops nothing. */
import type { EventArchive } from "../../client/event-archive.ts";
import { groupOf } from "../../texts/event-texts.ts";
import type { EventGroup } from "../../texts/event-texts.ts";

export interface EventFilter {
  /** Null for all. */
  readonly groups: ReadonlySet<EventGroup> | null;
  /** Sought in the sentence, in the type and in everything the event holds; empty for all. */
  readonly text: string;
}

export interface RowFilterOptions {
  readonly archive: EventArchive;
  readonly filter: EventFilter;
  /** The sentence of the event with this sequence. */
  readonly sentence: (sequence: number) => string;
}

/** Rows looked at before the clock is. */
const STRIDE = 64;

export class RowFilter {
  readonly #options: RowFilterOptions;
  readonly #needle: string;
  readonly #matches: number[] = [];
  /** Rows that will not change any more and were looked at. */
  #seen = 0;

  constructor(options: RowFilterOptions) {
    this.#options = options;
    this.#needle = options.filter.text.trim().toLowerCase();
  }

  /** Looks on until all `length` rows were looked at, or `isOver` says that it is enough for now; answers whether all were. */
  advance(length: number, isOver: () => boolean): boolean {
    // The newest row may still grow, so it is looked at again each time.
    while (this.#seen < length - 1) {
      if (this.#seen % STRIDE === STRIDE - 1 && isOver()) return false;
      if (this.#fits(this.#seen)) this.#matches.push(this.#seen);
      this.#seen += 1;
    }
    return true;
  }

  /** Indices of the rows that fit so far, the newest of `length` rows included once the rest was looked at. */
  matches(length: number): readonly number[] {
    const isThrough = this.#seen === length - 1;
    return isThrough && this.#fits(length - 1)
      ? [...this.#matches, length - 1]
      : this.#matches.slice();
  }

  #fits(index: number): boolean {
    const { archive, filter, sentence } = this.#options;
    const { groups } = filter;
    const type = archive.rows.typeAt(index);
    if (groups !== null && !groups.has(groupOf(type))) return false;
    if (this.#needle === "") return true;
    const row = archive.rows.at(index);
    if (row === undefined) return false;
    if (sentence(row.first).toLowerCase().includes(this.#needle)) return true;
    const inJson = JSON.stringify(this.#needle).slice(1, -1);
    for (let at = row.first; at <= row.last; at += 1) {
      if (archive.line(at).toLowerCase().includes(inJson)) return true;
    }
    return `#${row.first}` === this.#needle;
  }
}
