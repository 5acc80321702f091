/**
 * Joins deltas in order before they become events, so that one message makes at most about 60 a second. The first of
 * a message is never held back.
 */
import type { Channel } from "@agent-studio/shared";

/** One frame at 60 Hz, in milliseconds. */
const WINDOW_MS = 16;

export interface HeldDelta {
  readonly part: number;
  readonly channel: Channel;
  readonly delta: string;
}

export interface DeltaBufferOptions {
  readonly emit: (delta: HeldDelta) => void;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export class DeltaBuffer {
  readonly #emit: (delta: HeldDelta) => void;
  readonly #now: () => number;
  #held: { part: number; channel: Channel; pieces: string[] } | undefined;
  #lastEmit = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeltaBufferOptions) {
    this.#emit = options.emit;
    this.#now = options.now;
  }

  push({ part, channel, delta }: HeldDelta): void {
    if (delta === "") return;
    if (
      this.#held !== undefined &&
      (this.#held.part !== part || this.#held.channel !== channel)
    )
      this.flush();
    this.#held ??= { part, channel, pieces: [] };
    this.#held.pieces.push(delta);
    const wait = this.#lastEmit + WINDOW_MS - this.#now();
    if (wait <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  /** Emits what is held; call it before anything else becomes an event. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    this.#lastEmit = this.#now();
    this.#emit({
      part: held.part,
      channel: held.channel,
      delta: held.pieces.join(""),
    });
  }

  /** Starts a new message: its first delta is not held back. */
  reset(): void {
    this.flush();
    this.#lastEmit = Number.NEGATIVE_INFINITY;
  }
}
