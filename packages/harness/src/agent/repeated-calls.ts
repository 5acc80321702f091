/**
 * Counts identical calls (name and canonical arguments) in consecutive turns. The third turn in a row is refused; two
 * more and the run must end. Several identical calls in one turn count once.
 */
const REFUSED_FROM = 3;
const EXHAUSTED_FROM = 5;

export class RepeatedCalls {
  #previous = new Map<string, number>();
  #current = new Map<string, number>();

  /** Starts the next turn; a call that the last turn did not repeat is forgotten. */
  nextTurn(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }

  /** Notes one call of this turn; true when it is one too many. */
  isOne(key: string): boolean {
    const count = (this.#previous.get(key) ?? 0) + 1;
    this.#current.set(key, count);
    return count >= REFUSED_FROM;
  }

  /** Whether a call of this turn was refused as often as is allowed. */
  get exhausted(): boolean {
    return [...this.#current.values()].some((count) => count >= EXHAUSTED_FROM);
  }
}
