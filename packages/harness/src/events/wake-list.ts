/** Who wants to be told that there is something to look at. */
export class WakeList {
  readonly #entries = new Set<{ readonly wake: () => void }>();
  /** Those to wake, in a copy, since a wake may subscribe or unsubscribe; until one comes or goes. */
  #copy: readonly { readonly wake: () => void }[] | undefined;

  /** Adds one; the returned function takes it off, any number of times. */
  add(wake: () => void): () => void {
    const entry = { wake };
    this.#entries.add(entry);
    this.#copy = undefined;
    return () => {
      this.#entries.delete(entry);
      this.#copy = undefined;
    };
  }

  wakeAll(): void {
    this.#copy ??= [...this.#entries];
    for (const { wake } of this.#copy) {
      try {
        wake();
      } catch {
        // A watcher's fault is its own: neither the writer nor another watcher may feel it.
      }
    }
  }
}
