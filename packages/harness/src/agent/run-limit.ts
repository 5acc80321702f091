/** The run limit: counts only time in which something other than a person is awaited. */
import { LONGEST_TIMEOUT_MS } from "../approvals/approval-timer.ts";

export interface RunLimitOptions {
  readonly limitMs: number;
  readonly onLimit: () => void;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export class RunLimit {
  readonly #options: RunLimitOptions;
  #spentMs = 0;
  #runningSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RunLimitOptions) {
    this.#options = options;
  }

  /** Counts from now on. Idempotent. */
  run(): void {
    if (this.#runningSince !== undefined) return;
    this.#runningSince = this.#options.now();
    this.#timer = setTimeout(
      this.#options.onLimit,
      Math.min(
        LONGEST_TIMEOUT_MS,
        Math.max(0, this.#options.limitMs - this.#spentMs),
      ),
    );
  }

  /** Counts what the run had spent in an earlier process too, in milliseconds. */
  add(spentMs: number): void {
    const isCounting = this.#runningSince !== undefined;
    this.pause();
    this.#spentMs += spentMs;
    if (isCounting) this.run();
  }

  /** Stops counting, as only a person is awaited. Idempotent. */
  pause(): void {
    if (this.#runningSince === undefined) return;
    this.#spentMs += this.#options.now() - this.#runningSince;
    this.clear();
  }

  /** No timer is left. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#runningSince = undefined;
  }
}
