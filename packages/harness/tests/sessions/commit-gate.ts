import { InMemoryEventStore } from "../../src/events/in-memory-event-store.ts";
import type { StoredEvent } from "../../src/events/event-store.ts";

/** A store whose commits a test holds back or lets fail. */
export class CommitGate {
  readonly store = new InMemoryEventStore({
    commit: (batch) => this.#commit(batch),
  });
  /** Decides which batches fail; none by default. */
  fails: (batch: readonly StoredEvent[]) => boolean = () => false;
  /** Decides which batches wait for `release`; none by default. */
  holds: (batch: readonly StoredEvent[]) => boolean = () => false;
  readonly #held = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  /** Resolves when a batch is held. */
  async holding(): Promise<void> {
    while (this.#held.size === 0)
      await new Promise<void>((resolve) => {
        this.#watchers.add(resolve);
      });
  }

  /** Lets every held batch go on, and holds no more. */
  release(): void {
    this.holds = () => false;
    for (const goOn of this.#held) goOn();
    this.#held.clear();
  }

  async #commit(batch: readonly StoredEvent[]): Promise<void> {
    if (this.holds(batch)) {
      const released = new Promise<void>((resolve) => {
        this.#held.add(resolve);
      });
      for (const tell of this.#watchers) tell();
      this.#watchers.clear();
      await released;
    }
    if (this.fails(batch)) throw new Error("The disk is full.");
  }
}

/** Whether a batch holds an event of a type. */
export const has =
  (type: string) =>
  (batch: readonly StoredEvent[]): boolean =>
    batch.some((event) => event.type === type);
