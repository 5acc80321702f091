/** Who wants to be told that there is something to look at. */
export class WakeList {
  readonly #entries = new Set<{ readonly wake: () => void }>();

  /** Adds one; the returned function takes it off, any number of times. */
  add(wake: () => void): () => void {
    const entry = { wake };
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
    };
  }

  wakeAll(): void {
    // A copy, since a wake may subscribe or unsubscribe.
    for (const { wake } of [...this.#entries]) {
      try {
        wake();
      } catch {
        // A watcher's fault is its own: neither the writer nor another watcher may feel it.
      }
    }
  }
}
