/**
 * The watchers of one session. Replay and live are one loop: a wake only says that there is more, and every watcher
 * pulls from its own cursor. Watchers at the same place get the same bytes.
 */
import type { EventReader, FramePage } from "@agent-studio/harness";
import type { LoopLag } from "./loop-lag.ts";
import type { SharedBeat } from "./shared-beat.ts";
import { joinWindowMs, type StreamLimits } from "./stream-limits.ts";

/** Someone who follows the log of a session at a pace of its own. */
export interface Watcher {
  /** Called when there may be more to read. */
  pump(): void;
}

export interface StreamTopicOptions {
  readonly reader: EventReader;
  readonly limits: Pick<StreamLimits, "sliceBytes">;
  readonly lag: Pick<LoopLag, "lagMs">;
  readonly beat: Pick<SharedBeat, "ask">;
}

export class StreamTopic {
  readonly reader: EventReader;
  readonly #sliceBytes: number;
  readonly #lag: Pick<LoopLag, "lagMs">;
  readonly #beat: Pick<SharedBeat, "ask">;
  readonly #watchers = new Set<Watcher>();
  readonly #unsubscribe: () => void;
  #flush: NodeJS.Timeout | undefined;
  /** Whether the watchers are told with the next beat. */
  #isInBeat = false;
  /** The page that was asked for last, until there is more: most watchers stand at the same place. */
  #page: FramePage | undefined;

  constructor({ reader, limits, lag, beat }: StreamTopicOptions) {
    this.reader = reader;
    this.#sliceBytes = limits.sliceBytes;
    this.#lag = lag;
    this.#beat = beat;
    this.#unsubscribe = reader.onVisible(() => this.#wake());
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
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
    this.#page = undefined;
  }

  /** The frames after a place when they are in memory; undefined when they have to be read. */
  ready(after: number): FramePage | undefined {
    if (this.#page?.first === after + 1) return this.#page;
    const page = this.reader.ready(after, this.#sliceBytes);
    if (page !== undefined && page.frames.length > 0) this.#page = page;
    return page;
  }

  /** The frames after a place, wherever they are. Rejects like `EventReader.read`. */
  read(after: number): Promise<FramePage> {
    return this.reader.read(after, this.#sliceBytes);
  }

  #wake(): void {
    // What was read before may end where new events begin.
    this.#page = undefined;
    if (this.#isInBeat || this.#flush !== undefined) return;
    const windowMs = joinWindowMs(this.#watchers.size, this.#lag.lagMs);
    if (windowMs > 0) {
      this.#flush = setTimeout(() => this.#deliver(), windowMs);
      return;
    }
    this.#isInBeat = true;
    this.#beat.ask(() => this.#deliver());
  }

  #deliver(): void {
    this.#flush = undefined;
    this.#isInBeat = false;
    for (const watcher of this.#watchers) watcher.pump();
  }
}
