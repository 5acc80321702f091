/** Removes the logs of deleted sessions; what a full disk does not let go of is tried again until it does. */
import type { EventStore } from "../events/event-store.ts";

/** A disk gets room by and by, in milliseconds. */
const TRY_AGAIN_MS = 5000;

export class SessionRemover {
  readonly #store: Pick<EventStore, "delete">;
  readonly #onDefect: (error: unknown) => void;
  readonly #left = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    store: Pick<EventStore, "delete">,
    onDefect: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#onDefect = onDefect;
  }

  /** Rejects with what the store says; then it is tried again later. */
  async remove(sessionId: string): Promise<void> {
    try {
      await this.#store.delete(sessionId);
      this.#left.delete(sessionId);
    } catch (error) {
      this.#left.add(sessionId);
      this.#timer ??= setTimeout(() => void this.#tryAgain(), TRY_AGAIN_MS);
      this.#timer.unref();
      throw error;
    }
  }

  /** The last try of the process; what is left then is told as a defect. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const sessionId of this.#left)
      await this.#store.delete(sessionId).catch(this.#onDefect);
    this.#left.clear();
  }

  async #tryAgain(): Promise<void> {
    this.#timer = undefined;
    for (const sessionId of [...this.#left])
      await this.remove(sessionId).catch(() => undefined);
  }
}
