/** The owner's side of a log: append, fold and settle. `head` is what was appended, `visible` what is committed. */
import {
  createInitialState,
  reduce,
  reduceTrace,
  createInitialTrace,
  type SessionState,
  type TraceState,
} from "@agent-studio/shared";
import type {
  EventLog,
  NewEvent,
  SealedRecord,
  StoredEvent,
} from "../events/event-store.ts";

/** A snapshot is built at most once in this time, in milliseconds. */
const SNAPSHOT_INTERVAL_MS = 1000;

interface Folded {
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
  #publishing = false;
  #lost = false;
  #appended = 0;
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

  /** Committed events only: what may be shown. */
  get visible(): Folded {
    return this.#visible;
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
      void this.#publish();
      return stored;
    } catch {
      this.#lose();
      return [];
    }
  }

  /** Resolves when everything appended so far is durable; rejects when it is lost. */
  async settled(): Promise<void> {
    if (this.#lost) throw new Error("The session's log is lost.");
    const head = this.#head;
    try {
      await this.#options.log.settled();
    } catch (error) {
      this.#lose();
      throw error;
    }
    this.#show(head);
  }

  /** The sealed parts of all events, for history and resuming. */
  sealed(): Promise<readonly SealedRecord[]> {
    return this.#options.log.sealed(0);
  }

  /** `{ sequence, state }` of the visible events as JSON; rebuilt at most once a second, never behind what is retained. */
  snapshot(): Buffer {
    const { state } = this.#visible;
    const now = this.#options.now();
    const kept = this.#snapshot;
    const isFresh =
      kept !== undefined &&
      (kept.sequence === state.sequence ||
        (now - kept.builtAt < SNAPSHOT_INTERVAL_MS &&
          kept.sequence >= this.#options.log.reader.oldestSequence - 1));
    if (isFresh) return kept.bytes;
    const bytes = Buffer.from(
      JSON.stringify({ sequence: state.sequence, state }),
    );
    this.#snapshot = { sequence: state.sequence, builtAt: now, bytes };
    return bytes;
  }

  async #publish(): Promise<void> {
    if (this.#publishing) return;
    this.#publishing = true;
    try {
      while (
        !this.#lost &&
        this.#visible.state.sequence < this.#head.state.sequence
      )
        await this.settled();
    } catch {
      // `settled` has told that the log is lost.
    } finally {
      this.#publishing = false;
    }
  }

  #show(folded: Folded): void {
    if (folded.state.sequence > this.#visible.state.sequence)
      this.#visible = folded;
  }

  #lose(): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#options.onLost();
  }
}
