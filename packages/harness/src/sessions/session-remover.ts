/** Removes what deleted sessions leave; what a full or read-only disk does not let go of is tried again until it does. */
import type { EventStore } from "../events/event-store.ts";

/** A disk gets room by and by, in milliseconds. */
const TRY_AGAIN_MS = 5000;

export interface SessionRemoverOptions {
  readonly store: Pick<EventStore, "delete">;
  /** Removes what is left of its files, if anything is. */
  readonly removeFiles: (sessionId: string) => Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

export class SessionRemover {
  readonly #options: SessionRemoverOptions;
  readonly #left = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SessionRemoverOptions) {
    this.#options = options;
  }

  /** Rejects with what the store or the file system says; then it is tried again later. */
  async remove(sessionId: string): Promise<void> {
    try {
      await this.#removeAll(sessionId);
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
      await this.#removeAll(sessionId).catch(this.#options.onDefect);
    this.#left.clear();
  }

  async #removeAll(sessionId: string): Promise<void> {
    await this.#options.store.delete(sessionId);
    await this.#options.removeFiles(sessionId);
  }

  async #tryAgain(): Promise<void> {
    this.#timer = undefined;
    for (const sessionId of [...this.#left])
      await this.remove(sessionId).catch(() => undefined);
  }
}
