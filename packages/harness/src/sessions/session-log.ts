/** The owner's side of a log: append, fold and settle. `head` is what was appended, `visible` what is committed. */
import {
  createInitialState,
  reduce,
  reduceTrace,
  createInitialTrace,
  type SessionState,
  type TraceState,
} from "@agent-studio/shared";
import { EventStoreError } from "../events/event-store.ts";
import { SnapshotWriter } from "./snapshot-writer.ts";
import type {
  EventLog,
  NewEvent,
  SealedRecord,
  StoredEvent,
} from "../events/event-store.ts";

/** A snapshot is built at most once in this time, in milliseconds. */
const SNAPSHOT_INTERVAL_MS = 1000;

/** What events come to: the state that everyone sees, and the trace of runs. */
export interface Folded {
  readonly state: SessionState;
  readonly trace: TraceState;
}

export interface SessionLogOptions {
  readonly log: EventLog;
  readonly sessionId: string;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Told once when a commit failed: this session has crashed. */
  readonly onLost: () => void;
}

export class SessionLog {
  readonly #options: SessionLogOptions;
  #head: Folded;
  #visible: Folded;
  /** What the batches that are not known to be committed fold to, oldest first. */
  readonly #ahead: Folded[] = [];
  #watching = false;
  #lost = false;
  #isTaken = false;
  #appended = 0;
  readonly #writer = new SnapshotWriter();
  #snapshot:
    | {
        readonly sequence: number;
        readonly builtAt: number;
        readonly bytes: Buffer;
      }
    | undefined;

  constructor(options: SessionLogOptions, folded?: Folded) {
    this.#options = options;
    this.#head = folded ?? {
      state: createInitialState(options.sessionId),
      trace: createInitialTrace(),
    };
    this.#visible = this.#head;
  }

  /** Everything appended, committed or not: what commands are decided on. */
  get head(): SessionState {
    return this.#head.state;
  }

  /** Committed events only, exactly those that the reader gives: what may be shown. */
  get visible(): Folded {
    const { latestSequence } = this.#options.log.reader;
    const later = this.#ahead.findIndex(
      ({ state }) => state.sequence > latestSequence,
    );
    const shown = this.#ahead.splice(0, later === -1 ? Infinity : later);
    this.#visible = shown.at(-1) ?? this.#visible;
    return this.#visible;
  }

  /** Whether a commit failed: nothing can be appended any more. */
  get isLost(): boolean {
    return this.#lost;
  }

  /** Whether it is lost because another owner has opened it: what is in it by now is not what this one folded. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Events appended since this log was opened. */
  get appended(): number {
    return this.#appended;
  }

  /** Appends and folds a batch. When the log is lost nothing happens, and `settled` rejects. */
  append(batch: readonly NewEvent[]): readonly StoredEvent[] {
    if (this.#lost || batch.length === 0) return [];
    try {
      const stored = this.#options.log.append(batch);
      this.#appended += stored.length;
      for (const event of stored) {
        this.#head = {
          state: reduce(this.#head.state, event),
          trace: reduceTrace(this.#head.trace, event),
        };
      }
      this.#ahead.push(this.#head);
      void this.#watch();
      return stored;
    } catch (error) {
      this.#lose(error);
      return [];
    }
  }

  /** Resolves when everything appended so far is durable; rejects when it is lost. */
  async settled(): Promise<void> {
    if (this.#lost) throw new Error("The session's log is lost.");
    await this.#until(this.#options.log.settled());
  }

  async #until(kept: Promise<void>): Promise<void> {
    try {
      await kept;
    } catch (error) {
      this.#lose(error);
      throw error;
    }
  }

  /** The sealed parts of all events, for history and resuming. */
  sealed(): Promise<readonly SealedRecord[]> {
    return this.#options.log.sealed(0);
  }

  /** `{ sequence, state }` of the visible events as JSON; rebuilt at most once a second, never behind what is retained. */
  snapshot(): Buffer {
    const { state } = this.visible;
    const now = this.#options.now();
    const kept = this.#snapshot;
    const isFresh =
      kept !== undefined &&
      (kept.sequence === state.sequence ||
        (now - kept.builtAt < SNAPSHOT_INTERVAL_MS &&
          kept.sequence >= this.#options.log.reader.oldestSequence - 1));
    if (isFresh) return kept.bytes;
    const bytes = this.#writer.write(state);
    this.#snapshot = { sequence: state.sequence, builtAt: now, bytes };
    return bytes;
  }

  /** Finds out that a commit failed, also when nobody waits for it. */
  async #watch(): Promise<void> {
    if (this.#watching) return;
    this.#watching = true;
    try {
      while (
        !this.#lost &&
        this.visible.state.sequence < this.#head.state.sequence
      )
        await this.#until(this.#options.log.kept());
    } catch {
      // It is told that the log is lost.
    } finally {
      this.#watching = false;
    }
  }

  #lose(error: unknown): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#isTaken = error instanceof EventStoreError && error.code === "fenced";
    this.#options.onLost();
  }
}
