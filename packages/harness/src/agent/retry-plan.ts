/** Whether and when a failed model call is tried again: at most three times within 30 seconds, and as the provider asks. */
import type { ProviderFailure } from "../models/provider-failure.ts";

const TRIES = 3;
const WINDOW_MS = 30_000;
/** The first wait where the provider names none; the next is twice as long. */
const FIRST_WAIT_MS = 1000;

export interface RetryPlanOptions {
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  readonly firstWaitMs?: number;
}

export class RetryPlan {
  readonly #options: RetryPlanOptions;
  #tries = 0;
  #startedAt = 0;
  #goesOn = false;

  constructor(options: RetryPlanOptions) {
    this.#options = options;
  }

  /** A try begins: the next of a call that failed, or the first of a new one. */
  begin(): void {
    if (!this.#goesOn) {
      this.#tries = 0;
      this.#startedAt = this.#options.now();
    }
    this.#goesOn = false;
    this.#tries += 1;
  }

  /** How long to wait before the next try, in milliseconds; undefined when there is none. */
  afterFailure(failure: ProviderFailure): number | undefined {
    if (!failure.again || this.#tries >= TRIES) return undefined;
    const first = this.#options.firstWaitMs ?? FIRST_WAIT_MS;
    const waitMs = failure.retryAfterMs ?? first * 2 ** (this.#tries - 1);
    const spentMs = this.#options.now() - this.#startedAt;
    if (spentMs + waitMs > WINDOW_MS) return undefined;
    this.#goesOn = true;
    return waitMs;
  }
}
