/**
 * A session's past: its events, and states on the way that cost nothing to keep, since each shares with the
 * next whatever did not change. From them the state at any event is a short fold away.
 */
import { fold } from "@agent-studio/shared";
import type { HarnessEvent, SessionState } from "@agent-studio/shared";
import { EventArchive } from "./event-archive.ts";

/** At most about this many events are folded to get to a state. */
export const CHECKPOINT_DISTANCE = 1_000;

/** How much of the history there is; another object whenever there is more. */
export interface HistoryView {
  /** Sequences of the oldest and the newest event held; 0 while there is none. */
  readonly first: number;
  readonly last: number;
  readonly rows: number;
  /** Events before the first one exist but are not held here. */
  readonly earlier: boolean;
  readonly history: SessionHistory;
}

export class SessionHistory {
  readonly archive = new EventArchive();
  /** By sequence, oldest first. The first is the state before the first event held. */
  readonly #checkpoints: SessionState[];
  readonly #start: SessionState;
  #view: HistoryView | null = null;

  constructor(start: SessionState) {
    this.#start = start;
    this.#checkpoints = [start];
  }

  /** Takes events that were folded, and the state that they gave. */
  add(events: readonly HarnessEvent[], state: SessionState): void {
    this.archive.append(events);
    const last = this.#checkpoints.at(-1);
    if (
      last === undefined ||
      state.sequence - last.sequence >= CHECKPOINT_DISTANCE
    ) {
      this.#checkpoints.push(state);
    }
  }

  /** What there is now; the same object until there is more. */
  view(): HistoryView {
    const { first, last, rows } = this.archive;
    if (this.#view?.last !== last) {
      this.#view = {
        first,
        last,
        rows: rows.length,
        earlier: this.start > 0,
        history: this,
      };
    }
    return this.#view;
  }

  /** The sequence before the first event that is held or will be. */
  get start(): number {
    return this.#start.sequence;
  }

  /** The state after an event that is held, or the nearest there is; folded on from `near` where that is closer. */
  stateAt(sequence: number, near?: SessionState): SessionState {
    const kept =
      this.#checkpoints.findLast((state) => state.sequence <= sequence) ??
      this.#start;
    const isCloser =
      near !== undefined &&
      near.sequence <= sequence &&
      near.sequence >= kept.sequence;
    const from = isCloser ? near : kept;
    return fold(from, this.archive.range(from.sequence + 1, sequence)).state;
  }
}
