/** The stop of one run: told once, acts at every moment. */
import type { CancelReason } from "@agent-studio/shared";
import { LONGEST_TIMEOUT_MS } from "../approvals/approval-timer.ts";

export interface Lateness {
  /** Resolves when waiting for the call is over: it was told to stop and did not return within the grace. */
  readonly promise: Promise<"stop" | "timeout">;
  clear(): void;
}

export class StopSignal {
  #reason: CancelReason | undefined;
  readonly #listeners = new Set<() => void>();
  #resolve: () => void = () => undefined;
  /** Resolves at the stop. */
  readonly stopped: Promise<void> = new Promise((resolve) => {
    this.#resolve = resolve;
  });

  /** Why the run is being stopped; undefined while it is not. */
  get reason(): CancelReason | undefined {
    return this.#reason;
  }

  /** Tells everyone, each whatever another one throws; false when it was told before. */
  trigger(reason: CancelReason): boolean {
    if (this.#reason !== undefined) return false;
    this.#reason = reason;
    this.#resolve();
    for (const listener of [...this.#listeners]) callSafely(listener);
    this.#listeners.clear();
    return true;
  }

  /** Calls `listener` at the stop, at once when it is past; returns an idempotent unsubscribe. */
  onStop(listener: () => void): () => void {
    if (this.#reason !== undefined) {
      listener();
      return () => undefined;
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Aborts `abort` at the stop or after `timeoutMs`, and gives the call `graceMs` more to return. */
  lateness(options: {
    readonly abort: AbortController;
    readonly timeoutMs: number;
    readonly graceMs: number;
  }): Lateness {
    const { abort, graceMs } = options;
    const timeoutMs = Math.min(options.timeoutMs, LONGEST_TIMEOUT_MS);
    let timer: NodeJS.Timeout | undefined;
    let unsubscribe: () => void = () => undefined;
    const promise = new Promise<"stop" | "timeout">((resolve) => {
      const tell = (why: "stop" | "timeout"): void => {
        clearTimeout(timer);
        abort.abort();
        timer = setTimeout(() => resolve(why), graceMs);
      };
      timer = setTimeout(() => tell("timeout"), timeoutMs);
      unsubscribe = this.onStop(() => tell("stop"));
    });
    return {
      promise,
      clear: () => {
        clearTimeout(timer);
        unsubscribe();
      },
    };
  }
}

function callSafely(listener: () => void): void {
  try {
    listener();
  } catch {
    // A stop acts whatever one of those that are told does with it.
  }
}
