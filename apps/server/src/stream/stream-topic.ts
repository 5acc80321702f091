/**
 * The watchers of one session. Replay and live are one loop: a wake only says that there is more, and every watcher
 * pulls from its own cursor. Watchers at the same place get the same bytes.
 */
import type { EventReader, FramePage } from "@agent-studio/harness";
import { joinWindowMs, type StreamLimits } from "./stream-limits.ts";

/** Pages that watchers at different places may share at the same time. */
const SHARED_PAGES = 16;

/** Someone who follows the log of a session at a pace of its own. */
export interface Watcher {
  /** Called when there may be more to read. */
  pump(): void;
  /** Called when it is known anew how long the log is. */
  dropIfTooFarBehind(): void;
}

export class StreamTopic {
  readonly reader: EventReader;
  readonly #limits: StreamLimits;
  readonly #watchers = new Set<Watcher>();
  readonly #pages = new Map<number, Promise<FramePage>>();
  readonly #unsubscribe: () => void;
  #flush: NodeJS.Timeout | undefined;
  #measuring = false;
  /** How far the log was measured, and how many bytes that were since this topic exists. */
  #measured: { readonly sequence: number; readonly bytes: number };

  constructor(reader: EventReader, limits: StreamLimits) {
    this.reader = reader;
    this.#limits = limits;
    this.#measured = { sequence: reader.latestSequence, bytes: 0 };
    this.#unsubscribe = reader.onVisible(() => this.#wake());
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  get measured(): { readonly sequence: number; readonly bytes: number } {
    return this.#measured;
  }

  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
  }

  leave(watcher: Watcher): void {
    this.#watchers.delete(watcher);
  }

  /** Stops listening to the log. Idempotent. */
  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#flush);
    this.#flush = undefined;
    this.#pages.clear();
  }

  /** The frames after a place; the same promise for everyone who asks for the same place in one flush. */
  page(after: number): Promise<FramePage> {
    const shared = this.#pages.get(after);
    if (shared !== undefined) return shared;
    const page = this.reader.read(after, this.#limits.sliceBytes);
    this.#pages.set(after, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > SHARED_PAGES && oldest !== undefined)
      this.#pages.delete(oldest);
    return page;
  }

  #wake(): void {
    // A page that was read before may end where new events begin.
    this.#pages.clear();
    if (this.#flush !== undefined) return;
    const windowMs = joinWindowMs(this.#watchers.size);
    if (windowMs === 0) this.#deliver();
    else this.#flush = setTimeout(() => this.#deliver(), windowMs);
  }

  #deliver(): void {
    this.#flush = undefined;
    for (const watcher of this.#watchers) watcher.pump();
    void this.#measure();
  }

  /** Counts what the log grew by, so that it is known how far behind a slow watcher is. */
  async #measure(): Promise<void> {
    if (this.#measuring) return;
    this.#measuring = true;
    try {
      while (
        !this.isEmpty &&
        this.#measured.sequence < this.reader.latestSequence
      ) {
        const page = await this.page(
          Math.max(this.#measured.sequence, this.reader.oldestSequence - 1),
        );
        if (page.frames.length === 0) break;
        this.#measured = {
          sequence: page.last,
          bytes: this.#measured.bytes + page.frames.length,
        };
      }
      for (const watcher of this.#watchers) watcher.dropIfTooFarBehind();
    } catch {
      // The log is gone; the watchers find that out by themselves.
    } finally {
      this.#measuring = false;
    }
  }
}
