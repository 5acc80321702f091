/** What one watcher got of a log that is numbered without holes. */
export interface Delivery {
  /** Numbers that never came. */
  readonly lost: number;
  /** Numbers that came again. */
  readonly repeated: number;
  /** Numbers that came after a later one. */
  readonly outOfOrder: number;
}

export const NOTHING_WRONG: Delivery = { lost: 0, repeated: 0, outOfOrder: 0 };

/** Holds each event of one watcher to the one before it. */
export class OrderCheck {
  readonly #missing = new Set<number>();
  #last: number;
  #repeated = 0;
  #outOfOrder = 0;

  /** The watcher asked for everything after this number. */
  constructor(after: number) {
    this.#last = after;
  }

  /** The highest number that came. */
  get last(): number {
    return this.#last;
  }

  take(number: number): void {
    if (number === this.#last + 1) {
      this.#last = number;
      return;
    }
    if (number <= this.#last) {
      if (this.#missing.delete(number)) this.#outOfOrder += 1;
      else this.#repeated += 1;
      return;
    }
    for (let gap = this.#last + 1; gap < number; gap += 1)
      this.#missing.add(gap);
    this.#last = number;
  }

  /** How it went, when everything up to a number should have come. */
  judge(until: number): Delivery {
    return {
      lost: this.#missing.size + Math.max(0, until - this.#last),
      repeated: this.#repeated,
      outOfOrder: this.#outOfOrder,
    };
  }
}

/** What several watchers got, together. */
export function addDeliveries(deliveries: readonly Delivery[]): Delivery {
  return deliveries.reduce(
    (sum, { lost, repeated, outOfOrder }) => ({
      lost: sum.lost + lost,
      repeated: sum.repeated + repeated,
      outOfOrder: sum.outOfOrder + outOfOrder,
    }),
    NOTHING_WRONG,
  );
}
