type Numbers = Uint8Array | Uint32Array | Float64Array;

/** Numbers of one kind, added at the end only: a hundred thousand of them in a few hundred kilobytes. */
export class GrowingColumn {
  #numbers: Numbers;
  #length = 0;

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const more = Math.max(256, this.#length * 2);
      this.#numbers = enlarged(this.#numbers, more);
    }
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  /** Adds to the newest number. */
  grow(by: number): void {
    if (this.#length > 0) {
      const last = this.#length - 1;
      this.#numbers[last] = (this.#numbers[last] ?? 0) + by;
    }
  }

  /** The number at a place; NaN where there is none. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[index] ?? NaN) : NaN;
  }
}

function enlarged(numbers: Numbers, length: number): Numbers {
  if (numbers instanceof Float64Array)
    return filled(new Float64Array(length), numbers);
  if (numbers instanceof Uint32Array)
    return filled(new Uint32Array(length), numbers);
  return filled(new Uint8Array(length), numbers);
}

function filled<T extends Numbers>(wide: T, numbers: Numbers): T {
  wide.set(numbers);
  return wide;
}
