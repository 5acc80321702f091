/** What the events fold to, and when watchers hear of it. */
import { createInitialState, fold } from "@agent-studio/shared";
import type { HarnessEvent, SessionState } from "@agent-studio/shared";
import { announce } from "./announcement.ts";
import type { Announcement } from "./announcement.ts";
import { createCell } from "./cell.ts";
import type { Clock } from "./clock.ts";
import type { Connection } from "./connection.ts";
import type { Cursor } from "./session-stream.ts";
import { SessionHistory } from "./session-history.ts";
import type { HistoryView } from "./session-history.ts";
import { namesSession } from "./session-title.ts";

export interface SessionView {
  readonly state: SessionState;
  readonly connection: Connection;
  /** The server has said that it stops, and was not there again since. */
  readonly stopping: boolean;
  /** The log up to where it stood at opening is still coming in. */
  readonly replaying: boolean;
  /** What is held of the log. */
  readonly events: HistoryView;
  /** What happened last that should be said aloud; nothing of what was replayed. */
  readonly announcement: Announcement | null;
  /** The last time the stream was restored on purpose. */
  readonly resumption: Resumption | null;
  /** Someone chose a title, or nobody knows whether someone did. */
  readonly named: boolean;
}

/** How a stream went on after it was cut: what was sent, and what had to come again. */
export interface Resumption {
  /** The cursor as it was sent; null where the log was asked for from its beginning. */
  readonly cursor: Cursor;
  readonly afterSequence: number;
  /** Where the log stood on the server then, so that everything up to there is replay; null until it is known. */
  readonly upTo: number | null;
}

export interface SessionLogOptions {
  readonly sessionId: string;
  /** The log's length at opening: up to there, events are replayed. */
  readonly lastSequence: number;
  readonly clock: Clock;
}

/** Watchers hear of deltas, and of what is replayed, at most this often. */
export const NOTIFY_INTERVAL_MS = 50;

export class SessionLog {
  readonly view;
  readonly #options: SessionLogOptions;
  #state: SessionState;
  #connection: Connection = { phase: "stopped" };
  #history: SessionHistory;
  #announcement: Announcement | null = null;
  #resumption: Resumption | null = null;
  /** How far the log was when the stream was last open: a stop before that is over. */
  #openedAt = 0;
  #named = false;
  #cancelTimer: (() => void) | null = null;
  /** What comes before this is replay, and nothing to be said aloud. */
  #replayEnd: number;

  constructor(options: SessionLogOptions) {
    this.#options = options;
    this.#replayEnd = options.lastSequence;
    this.#state = createInitialState(options.sessionId);
    this.#history = new SessionHistory(this.#state);
    this.view = createCell<SessionView>(this.#current());
  }

  /** Folds events in order; "gap" when one is missing, and what follows it is left out. */
  receive(batch: readonly HarnessEvent[]): "ok" | "gap" {
    const wasReplaying = this.#isReplaying();
    const before = this.#state.sequence;
    const { state, gap } = fold(this.#state, batch);
    this.#state = state;
    const taken = batch.filter(
      ({ sequence }) => sequence > before && sequence <= state.sequence,
    );
    this.#history.add(taken, state);
    for (const event of taken) {
      this.#named ||= namesSession(event);
      if (event.sequence > this.#replayEnd) {
        this.#announcement = announce(this.#announcement, event);
      }
    }
    const isQuiet = this.#isReplaying() || taken.every(isDelta);
    if (isQuiet && wasReplaying === this.#isReplaying()) this.#notifySoon();
    else this.#notify();
    return gap === null ? "ok" : "gap";
  }

  /** Starts over from a state that the server folded. */
  replace(snapshot: SessionState): void {
    this.#state = snapshot;
    // Its events are not all here, so one of them may have named it.
    this.#named = true;
    // After a crash the log may be shorter than it was when the session was opened.
    this.#replayEnd = snapshot.sequence;
    this.#history = new SessionHistory(snapshot);
    this.#notify();
  }

  /** Takes a longer history of the same log in place of the one it has; false where it does not reach as far. */
  adopt(history: SessionHistory): boolean {
    if (history.archive.last !== this.#state.sequence) return false;
    this.#history = history;
    this.#notify();
    return true;
  }

  connected(connection: Connection): void {
    const isOpened =
      connection.phase === "open" && this.#connection.phase !== "open";
    if (isOpened) this.#openedAt = this.#state.sequence;
    this.#connection = connection;
    this.#notify();
  }

  resumed(resumption: Resumption | null): void {
    this.#resumption = resumption;
    this.#notify();
  }

  /** Lets go of the timer; may be called twice. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #isReplaying(): boolean {
    return this.#state.sequence < this.#replayEnd;
  }

  #current(): SessionView {
    return {
      state: this.#state,
      connection: this.#connection,
      stopping:
        this.#state.closed === "shutdown" &&
        this.#state.sequence > Math.max(this.#openedAt, this.#replayEnd),
      replaying: this.#isReplaying(),
      events: this.#history.view(),
      announcement: this.#announcement,
      resumption: this.#resumption,
      named: this.#named,
    };
  }

  #notify(): void {
    this.stop();
    this.view.set(this.#current());
  }

  #notifySoon(): void {
    this.#cancelTimer ??= this.#options.clock.after(NOTIFY_INTERVAL_MS, () =>
      this.#notify(),
    );
  }
}

function isDelta(event: HarnessEvent): boolean {
  return event.type === "assistant.delta" || event.type === "tool.drafted";
}
