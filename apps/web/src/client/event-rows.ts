/**
 * The rows of the timeline: one an event, but what grows one part makes one row together. Columns of
 * numbers and no objects, so that a log of any length is held; what a row says is read from its event.
 */
import { continuesRow, isRunEnd } from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import { GrowingColumn } from "./growing-column.ts";

export interface EventRow {
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly type: string;
  /** Counted from 1; 0 outside of runs. */
  readonly run: number;
  /** Characters of a message that its pieces add up to; 0 for everything else. */
  readonly characters: number;
}

export interface RunSpan {
  readonly runId: string;
  readonly first: number;
  /** Of the newest event of the run. */
  readonly last: number;
  /** Of the run's first event, in milliseconds. */
  readonly startedAt: number;
  /** How it ended; null while it has not. */
  readonly end: "completed" | "failed" | "cancelled" | null;
}

export class EventRows {
  readonly #first = new GrowingColumn(new Uint32Array(0));
  readonly #type = new GrowingColumn(new Uint8Array(0));
  readonly #run = new GrowingColumn(new Uint32Array(0));
  readonly #characters = new GrowingColumn(new Uint32Array(0));
  readonly #types: string[] = [];
  readonly #runs: RunSpan[] = [];
  #before: HarnessEvent | null = null;
  #last = 0;

  get length(): number {
    return this.#first.length;
  }

  /** Takes the next event of the log; `time` is its timestamp in milliseconds. */
  push(event: HarnessEvent, time: number): void {
    const run = this.#runIndex(event, time);
    const joins = this.#before !== null && continuesRow(this.#before, event);
    this.#before = event;
    this.#last = event.sequence;
    const characters =
      event.type === "assistant.delta" ? event.payload.delta.length : 0;
    if (joins) return this.#characters.grow(characters);
    this.#characters.push(characters);
    this.#first.push(event.sequence);
    this.#type.push(this.#typeIndex(event.type));
    this.#run.push(run);
  }

  at(index: number): EventRow | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return {
      index,
      first: this.#first.at(index),
      last:
        (index + 1 < this.length ? this.#first.at(index + 1) : this.#last + 1) -
        1,
      type: this.typeAt(index),
      run: this.#run.at(index),
      characters: this.#characters.at(index),
    };
  }

  typeAt(index: number): string {
    return this.#types[this.#type.at(index)] ?? "";
  }

  runAt(index: number): number {
    return this.#run.at(index);
  }

  /** All runs, oldest first. */
  get runs(): readonly RunSpan[] {
    return this.#runs;
  }

  /** The run of a number that rows carry; undefined for 0. */
  runOf(run: number): RunSpan | undefined {
    return this.#runs[run - 1];
  }

  /** The row that holds an event: the last one that begins at or before it; -1 before the first. */
  indexOf(sequence: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#first.at(middle) <= sequence) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #typeIndex(type: string): number {
    const found = this.#types.indexOf(type);
    // A column of bytes: no version has anywhere near so many types.
    return found >= 0 || this.#types.length > 254
      ? found & 255
      : this.#types.push(type) - 1;
  }

  /** Counts the event to its run, and answers the run's number. */
  #runIndex(event: HarnessEvent, startedAt: number): number {
    const { runId, sequence, type } = event;
    if (runId === undefined) return 0;
    const end = isRunEnd(event) ? endOf(type) : null;
    const found = this.#runs.findLastIndex((run) => run.runId === runId);
    const known = this.#runs[found];
    if (known === undefined) {
      const run = { runId, first: sequence, last: sequence, startedAt, end };
      return this.#runs.push(run);
    }
    this.#runs[found] = { ...known, last: sequence, end: end ?? known.end };
    return found + 1;
  }
}

function endOf(type: string): RunSpan["end"] {
  if (type === "run.completed") return "completed";
  return type === "run.failed" ? "failed" : "cancelled";
}
