import { setImmediate } from "node:timers/promises";

export interface PaceOptions {
  readonly signal: AbortSignal;
  /** How long the work may take in all. */
  readonly maxMs: number;
  /** Milliseconds from any fixed moment. */
  readonly now?: () => number;
}

const SLICE_MS = 8;

/** Lets long work on the event loop's own thread be polite: it gives way often, can be stopped, and ends. */
export class ConfinedPace {
  readonly #signal: AbortSignal;
  readonly #now: () => number;
  readonly #deadline: number;
  #sliceEnd: number;

  constructor({ signal, maxMs, now = () => performance.now() }: PaceOptions) {
    this.#signal = signal;
    this.#now = now;
    this.#deadline = now() + maxMs;
    this.#sliceEnd = now() + SLICE_MS;
  }

  /** Call it between small steps. False when the time is used up; throws the reason of an aborted signal. */
  async step(): Promise<boolean> {
    this.#signal.throwIfAborted();
    const time = this.#now();
    if (time >= this.#deadline) return false;
    if (time < this.#sliceEnd) return true;
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#sliceEnd = this.#now() + SLICE_MS;
    return true;
  }

  /** Whether `step` has anything to do; saves a promise for each of many tiny steps. */
  get due(): boolean {
    return this.#now() >= this.#sliceEnd;
  }
}
