/** Asks the server again and again while someone looks, and less often while it does not answer. */
import { asFailure } from "./api-failure.ts";
import type { Clock } from "./clock.ts";
import type { PagePresence, PresenceNotice } from "./page-presence.ts";

export interface PollOptions {
  readonly clock: Clock;
  readonly presence: PagePresence;
  readonly everyMs: number;
  /** A rejection makes the next times come later. */
  readonly run: () => Promise<void>;
}

export interface Poll {
  /** Asks at once, then regularly while the page is visible. The answer ends it and may be used twice. */
  start(): () => void;
  /** Asks now, where the server has not asked for a pause. Never rejects. */
  now(): Promise<void>;
}

/** Failures in a row make the wait grow up to this. */
export const LONGEST_POLL_WAIT_MS = 120_000;

/** A poll that is not started. */
export function createPoll(options: PollOptions): Poll {
  const poll = new Polling(options);
  return { start: () => poll.start(), now: () => poll.now() };
}

class Polling {
  readonly #options: PollOptions;
  #cancelTimer: () => void = () => undefined;
  #started = 0;
  #running: Promise<void> | null = null;
  #failures = 0;
  /** The server asked not to be asked before this. */
  #notBefore = 0;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  start(): () => void {
    const { presence } = this.#options;
    const turn = ++this.#started;
    const unlisten = presence.listen((what) => this.#see(what));
    if (!presence.isHidden()) void this.now();
    return () => {
      unlisten();
      if (turn === this.#started) this.#stop();
    };
  }

  now(): Promise<void> {
    const early = this.#notBefore - this.#options.clock.now();
    if (this.#running === null && early > 0) {
      this.#later(early);
      return Promise.resolve();
    }
    this.#running ??= this.#ask().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #stop(): void {
    this.#started += 1;
    this.#cancelTimer();
  }

  async #ask(): Promise<void> {
    const { run, everyMs } = this.#options;
    const turn = this.#started;
    this.#cancelTimer();
    let waitMs = everyMs;
    try {
      await run();
      this.#failures = 0;
    } catch (error) {
      waitMs = this.#failed(asFailure(error).retryAfterMs ?? 0);
    }
    if (turn === this.#started) this.#later(waitMs);
  }

  #later(waitMs: number): void {
    this.#cancelTimer();
    if (this.#options.presence.isHidden()) return;
    this.#cancelTimer = this.#options.clock.after(
      waitMs,
      () => void this.now(),
    );
  }

  #failed(retryAfterMs: number): number {
    const { clock, everyMs } = this.#options;
    this.#failures += 1;
    if (retryAfterMs > 0) this.#notBefore = clock.now() + retryAfterMs;
    const backOff = everyMs * 2 ** Math.min(this.#failures, 10);
    return Math.max(retryAfterMs, Math.min(backOff, LONGEST_POLL_WAIT_MS));
  }

  #see(what: PresenceNotice): void {
    if (what === "hidden") this.#cancelTimer();
    // Every key and click is a use; only a return is a reason to look.
    else if (what !== "used") void this.now();
  }
}
