import { GuardedFetchError, toGuardedFetchError } from "./guarded-fetch.ts";

/** One request and its response: what may end it early, and what its failures are called. */
export class GuardedExchange {
  readonly #caller: AbortSignal | undefined;
  readonly #total = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** Aborts when the caller's signal does, or when the time for the whole exchange is over. */
  readonly signal: AbortSignal;

  constructor(caller: AbortSignal | undefined, totalMs: number) {
    this.#caller = caller;
    this.#timer = setTimeout(() => {
      this.#total.abort(new GuardedFetchError("timeout", { phase: "total" }));
    }, totalMs);
    this.signal =
      caller === undefined
        ? this.#total.signal
        : AbortSignal.any([caller, this.#total.signal]);
  }

  /** Stops the clock. Idempotent. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** The caller's own reason after the caller's abort; a `GuardedFetchError` otherwise. */
  toFailure(error: unknown): unknown {
    if (this.#caller?.aborted === true && !this.#total.signal.aborted)
      return this.#caller.reason;
    return toGuardedFetchError(error);
  }
}
