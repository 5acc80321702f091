/** A reader that knows how many watch, so that a deletion can give them time to read the last events. */
import type {
  CursorLocation,
  EventCursor,
  EventReader,
  FramePage,
} from "../events/event-store.ts";

export class WatchedReader implements EventReader {
  readonly #reader: EventReader;
  #watchers = 0;
  readonly #drained = new Set<() => void>();

  constructor(reader: EventReader) {
    this.#reader = reader;
  }

  get oldestSequence(): number {
    return this.#reader.oldestSequence;
  }

  get latestSequence(): number {
    return this.#reader.latestSequence;
  }

  get visibleBytes(): number {
    return this.#reader.visibleBytes;
  }

  locate(cursor: EventCursor): Promise<CursorLocation> {
    return this.#reader.locate(cursor);
  }

  read(after: number, maxBytes: number): Promise<FramePage> {
    return this.#reader.read(after, maxBytes);
  }

  ready(after: number, maxBytes: number): FramePage | undefined {
    return this.#reader.ready(after, maxBytes);
  }

  onVisible(wake: () => void): () => void {
    const unsubscribe = this.#reader.onVisible(wake);
    this.#watchers += 1;
    let isSubscribed = true;
    return () => {
      if (!isSubscribed) return;
      isSubscribed = false;
      unsubscribe();
      this.#watchers -= 1;
      if (this.#watchers === 0) for (const tell of [...this.#drained]) tell();
    };
  }

  /** Resolves when nobody watches any more, at the latest after `limitMs`. */
  drained(limitMs: number): Promise<void> {
    if (this.#watchers === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const tell = (): void => {
        clearTimeout(timer);
        this.#drained.delete(tell);
        resolve();
      };
      const timer = setTimeout(tell, limitMs);
      this.#drained.add(tell);
    });
  }
}
