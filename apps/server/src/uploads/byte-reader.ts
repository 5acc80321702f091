/** Reads a stream of bytes up to delimiters, holding no more of it than one chunk and what a limit allows. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer;

  /** `before` is read as if it came first. */
  constructor(source: AsyncIterator<Buffer>, before: Buffer) {
    this.#source = source;
    this.#held = before;
  }

  /** What comes before the delimiter, which is consumed; undefined when it does not come within `limit` bytes. */
  async readUntil(
    delimiter: Buffer,
    limit: number,
  ): Promise<Buffer | undefined> {
    let searched = 0;
    for (;;) {
      const at = this.#held.indexOf(delimiter, searched);
      if (at > limit) return undefined;
      if (at !== -1) return this.#take(at, delimiter.length);
      searched = Math.max(0, this.#held.length - delimiter.length + 1);
      if (searched > limit || !(await this.#readMore())) return undefined;
    }
  }

  /** Gives what comes before the delimiter bit by bit and consumes the delimiter; returns false when it never comes. */
  async *streamUntil(delimiter: Buffer): AsyncGenerator<Buffer, boolean> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      // What may be the beginning of the delimiter is kept.
      const safe = at === -1 ? this.#held.length - delimiter.length + 1 : at;
      const bytes = this.#take(
        Math.max(0, safe),
        at === -1 ? 0 : delimiter.length,
      );
      if (bytes.length > 0) yield bytes;
      if (at !== -1) return true;
      if (!(await this.#readMore())) return false;
    }
  }

  /** Exactly so many bytes, or fewer at the end. */
  async read(length: number): Promise<Buffer> {
    while (this.#held.length < length && (await this.#readMore()));
    return this.#take(Math.min(length, this.#held.length), 0);
  }

  /** Reads to the end; false, without reading on, when more than `limit` bytes come. */
  async endsWithin(limit: number): Promise<boolean> {
    let left = limit - this.#held.length;
    this.#held = Buffer.alloc(0);
    while (left >= 0 && (await this.#readMore())) {
      left -= this.#held.length;
      this.#held = Buffer.alloc(0);
    }
    return left >= 0;
  }

  #take(length: number, skipped: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length + skipped);
    return taken;
  }

  async #readMore(): Promise<boolean> {
    const next: IteratorResult<Buffer, unknown> = await this.#source.next();
    if (next.done === true) return false;
    this.#held =
      this.#held.length === 0
        ? next.value
        : Buffer.concat([this.#held, next.value]);
    return true;
  }
}
