/**
 * The events of a session as this page holds them: the newest as objects, older ones as the bytes of
 * their packed lines, which are a small part of the size and are read again only for what is looked at. Without holes.
 */
import type { HarnessEvent } from "@agent-studio/shared";
import { EventRows } from "./event-rows.ts";
import { GrowingColumn } from "./growing-column.ts";
import { packLines, unpackLines } from "./packed-lines.ts";

/** Events in a sealed block. */
export const BLOCK_LENGTH = 512;
const OPEN_BLOCKS = 8;

export class EventArchive {
  readonly rows = new EventRows();
  readonly #times = new GrowingColumn(new Float64Array(0));
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** Lines of blocks that were looked at last. */
  readonly #opened = new Map<number, readonly string[]>();
  #newest: HarnessEvent[] = [];
  #first = 0;

  /** Sequence of the oldest event held; 0 while there is none. */
  get first(): number {
    return this.#first;
  }

  /** Sequence of the newest event held; 0 while there is none. */
  get last(): number {
    return this.#first === 0 ? 0 : this.#first + this.#times.length - 1;
  }

  get length(): number {
    return this.#times.length;
  }

  /** Adds events that follow the newest one without a hole. */
  append(events: readonly HarnessEvent[]): void {
    for (const event of events) {
      if (this.#first === 0) this.#first = event.sequence;
      const time = Date.parse(event.timestamp);
      this.#times.push(time);
      this.rows.push(event, time);
      this.#newest.push(event);
      if (this.#newest.length >= 2 * BLOCK_LENGTH) this.#seal();
    }
  }

  /** One event; undefined where none is held. */
  read(sequence: number): HarnessEvent | undefined {
    const index = sequence - this.#first;
    if (index < 0 || index >= this.length) return undefined;
    const block = Math.floor(index / BLOCK_LENGTH);
    if (block >= this.#blocks.length) {
      return this.#newest[index - this.#blocks.length * BLOCK_LENGTH];
    }
    const line = this.#linesOf(block)[index % BLOCK_LENGTH];
    return line === undefined ? undefined : parseLine(line);
  }

  /** Events from one sequence to another, both included, as far as they are held. */
  range(from: number, to: number): HarnessEvent[] {
    const events: HarnessEvent[] = [];
    for (
      let at = Math.max(from, this.#first);
      at <= Math.min(to, this.last);
      at += 1
    ) {
      const event = this.read(at);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  /** The JSON of one event on one line; empty where none is held. */
  line(sequence: number): string {
    const index = sequence - this.#first;
    const block = Math.floor(index / BLOCK_LENGTH);
    if (index >= 0 && block < this.#blocks.length) {
      return this.#linesOf(block)[index % BLOCK_LENGTH] ?? "";
    }
    const event = this.read(sequence);
    return event === undefined ? "" : JSON.stringify(event);
  }

  /** When an event was written, in milliseconds; NaN where none is held. */
  timeOf(sequence: number): number {
    return this.#times.at(sequence - this.#first);
  }

  /** All events as lines of JSON, for a file. */
  toBlob(): Blob {
    const old = this.#blocks.map((block) => `${linesIn(block).join("\n")}\n`);
    const newest = this.#newest.map((event) => `${JSON.stringify(event)}\n`);
    return new Blob([...old, ...newest], { type: "application/jsonl" });
  }

  #seal(): void {
    const old = this.#newest.slice(0, BLOCK_LENGTH);
    this.#blocks.push(new TextEncoder().encode(packLines(old)));
    this.#newest = this.#newest.slice(BLOCK_LENGTH);
  }

  #linesOf(block: number): readonly string[] {
    const known = this.#opened.get(block);
    if (known !== undefined) return known;
    const lines = linesIn(this.#blocks[block]);
    const oldest = this.#opened.keys().next();
    if (this.#opened.size >= OPEN_BLOCKS && oldest.done !== true) {
      this.#opened.delete(oldest.value);
    }
    this.#opened.set(block, lines);
    return lines;
  }
}

function linesIn(block: Uint8Array | undefined): readonly string[] {
  return unpackLines(new TextDecoder().decode(block));
}

/** What was checked when it came in and written by this file. */
function parseLine(line: string): HarnessEvent {
  return JSON.parse(line) as HarnessEvent;
}
