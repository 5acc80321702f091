/**
 * One block of consecutive frames in one buffer. Bytes that were written never change, so every page is a view and
 * copies nothing, and watchers at the same place get the very same one.
 */
const INITIAL_BYTES = 16 * 1024;

export interface SlabPage {
  readonly frames: Buffer;
  readonly first: number;
  readonly last: number;
}

export class FrameSlab {
  readonly firstSequence: number;
  readonly #capacity: number;
  #buffer: Buffer;
  /** Where the frame of `firstSequence + index` ends. */
  readonly #ends: number[] = [];
  #page: SlabPage | undefined;

  /** `capacity` in bytes is a limit for all but the first frame, which may be larger alone. */
  constructor(firstSequence: number, capacity: number) {
    this.firstSequence = firstSequence;
    this.#capacity = capacity;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(INITIAL_BYTES, capacity));
  }

  get count(): number {
    return this.#ends.length;
  }

  get lastSequence(): number {
    return this.firstSequence + this.#ends.length - 1;
  }

  /** Adds the next frame, whose size in UTF-8 is `bytes`; false when the slab is full. */
  append(frame: string, bytes: number): boolean {
    const start = this.#endOf(this.#ends.length - 1);
    const end = start + bytes;
    if (end > this.#capacity && this.#ends.length > 0) return false;
    this.#reserve(end, start);
    this.#buffer.write(frame, start, "utf8");
    this.#ends.push(end);
    return true;
  }

  /** The frames after a place inside this slab: as many as fit `maxBytes`, but at least one. */
  read(after: number, maxBytes: number): SlabPage {
    const index = after + 1 - this.firstSequence;
    const start = this.#endOf(index - 1);
    const last =
      this.firstSequence + this.#lastIndexWithin(index, start + maxBytes);
    const first = after + 1;
    const cached = this.#page;
    if (cached?.first === first && cached.last === last) return cached;
    const end = this.#endOf(last - this.firstSequence);
    this.#page = { frames: this.#buffer.subarray(start, end), first, last };
    return this.#page;
  }

  #endOf(index: number): number {
    return this.#ends[index] ?? 0;
  }

  #lastIndexWithin(index: number, limit: number): number {
    let low = index;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#endOf(middle) <= limit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // Most sessions are short: a slab starts small and doubles. Pages that were handed out keep the old buffer.
  #reserve(needed: number, used: number): void {
    if (needed <= this.#buffer.length) return;
    const doubled = Math.min(this.#buffer.length * 2, this.#capacity);
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, doubled));
    this.#buffer.copy(grown, 0, 0, used);
    this.#buffer = grown;
    this.#page = undefined;
  }
}
