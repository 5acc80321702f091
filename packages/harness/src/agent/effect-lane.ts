/**
 * One effect at a time in a session, in the order in which effects were allowed. An effect that was abandoned (its
 * tool ignores the stop) still holds the lane until it returns, or for a limit after it was abandoned.
 */

/** How long the next effect waits for an abandoned one, in milliseconds. */
export const ABANDONED_LIMIT_MS = 30_000;

export interface LaneTurn {
  /** The effect has returned: the next one may start. Idempotent. */
  release(): void;
  /** Nobody waits for the effect any more; it is released when `returned` settles or after the limit. */
  abandon(returned: Promise<unknown>): void;
}

export class EffectLane {
  #tail: Promise<void> = Promise.resolve();
  readonly #abandoned = new Set<() => void>();

  /** Takes the next place at once; resolves when everything before it has been released. */
  enter(): { readonly ready: Promise<void>; readonly turn: LaneTurn } {
    const ready = this.#tail;
    const { promise: released, resolve } = Promise.withResolvers<undefined>();
    const release = (): void => resolve(undefined);
    this.#tail = ready.then(() => released);
    return {
      ready,
      turn: {
        release,
        abandon: (returned) => this.#abandon(returned, release),
      },
    };
  }

  /** Waits for no abandoned effect any more; no timer is left. */
  close(): void {
    for (const letGo of [...this.#abandoned]) letGo();
  }

  #abandon(returned: Promise<unknown>, release: () => void): void {
    const letGo = (): void => {
      clearTimeout(timer);
      this.#abandoned.delete(letGo);
      release();
    };
    const timer = setTimeout(letGo, ABANDONED_LIMIT_MS);
    timer.unref();
    this.#abandoned.add(letGo);
    returned.then(letGo, letGo);
  }
}
