/** Latencies in buckets that grow by 3 % each, so that millions of them cost one small array. */
const BUCKETS_PER_OCTAVE = 24;
const OCTAVES = 40;

export class LatencyHistogram {
  readonly #buckets = new Uint32Array(BUCKETS_PER_OCTAVE * OCTAVES);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** A latency in microseconds; a negative one counts as none. */
  add(us: number): void {
    const bucket = us < 1 ? 0 : Math.floor(Math.log2(us) * BUCKETS_PER_OCTAVE);
    const index = Math.min(this.#buckets.length - 1, bucket);
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count += 1;
  }

  /** Milliseconds that this share of the latencies did not exceed; NaN when there are none. */
  percentileMs(share: number): number {
    let left = this.#count * share;
    if (this.#count === 0) return Number.NaN;
    for (const [index, count] of this.#buckets.entries()) {
      left -= count;
      if (count > 0 && left <= 0)
        return 2 ** ((index + 0.5) / BUCKETS_PER_OCTAVE) / 1000;
    }
    return Number.NaN;
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#count = 0;
  }
}
