import type { UploadLimits } from "./upload-limits.ts";

export type PaceLimits = Pick<
  UploadLimits,
  "totalMs" | "progressMs" | "progressBytes"
>;

/** Tells how long a sender may still be awaited. Time in which the server is busy with what came is nobody's delay. */
export class UploadPace {
  readonly #limits: PaceLimits;
  #totalMs = 0;
  #spanMs = 0;
  #spanBytes = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Milliseconds that the next wait may take; zero or less when the sender is too slow. */
  get leftMs(): number {
    const { totalMs, progressMs } = this.#limits;
    return Math.min(totalMs - this.#totalMs, progressMs - this.#spanMs);
  }

  /** Counts a wait and what it brought. */
  waited(ms: number, bytes: number): void {
    this.#totalMs += ms;
    this.#spanMs += ms;
    this.#spanBytes += bytes;
    if (this.#spanBytes < this.#limits.progressBytes) return;
    this.#spanMs = 0;
    this.#spanBytes = 0;
  }
}
