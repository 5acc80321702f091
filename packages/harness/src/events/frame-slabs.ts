/** The retained frames of one log: consecutive slabs, of which the oldest go as whole when enough others are left. */
import { FrameSlab } from "./frame-slab.ts";
import type { SlabPage } from "./frame-slab.ts";

export interface FrameSlabsOptions {
  /** At least this many of the latest events are kept. */
  readonly maxEvents: number;
  readonly slabBytes: number;
  /** The latest event before the first that is kept here; 0 by default. */
  readonly after?: number;
}

export class FrameSlabs {
  readonly #options: FrameSlabsOptions;
  #slabs: FrameSlab[] = [];
  #latest: number;

  constructor(options: FrameSlabsOptions) {
    this.#options = options;
    this.#latest = options.after ?? 0;
  }

  /** `latestSequence + 1` when nothing is retained. */
  get oldestSequence(): number {
    return this.#slabs[0]?.firstSequence ?? this.#latest + 1;
  }

  /** 0 before the first. */
  get latestSequence(): number {
    return this.#latest;
  }

  /** Adds the frame of the event after the latest; `bytes` is its size in UTF-8. */
  append(frame: string, bytes: number): void {
    const open = this.#slabs.at(-1);
    if (open?.append(frame, bytes) !== true) {
      const slab = new FrameSlab(this.#latest + 1, this.#options.slabBytes);
      slab.append(frame, bytes);
      this.#slabs.push(slab);
    }
    this.#latest += 1;
    this.#retain();
  }

  /** The page after a place that is retained and not the latest. */
  read(after: number, maxBytes: number): SlabPage | undefined {
    return this.#slabOf(after + 1)?.read(after, maxBytes);
  }

  /** Lets everything go; sequences go on from where they were. */
  clear(): void {
    this.#slabs = [];
  }

  #retain(): void {
    let oldest = this.#slabs[0];
    while (
      oldest !== undefined &&
      this.#latest - oldest.lastSequence >= this.#options.maxEvents
    ) {
      this.#slabs.shift();
      oldest = this.#slabs[0];
    }
  }

  #slabOf(sequence: number): FrameSlab | undefined {
    let low = 0;
    let high = this.#slabs.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const first = this.#slabs[middle]?.firstSequence ?? Infinity;
      if (first <= sequence) low = middle;
      else high = middle - 1;
    }
    return this.#slabs[low];
  }
}
