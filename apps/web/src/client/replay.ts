/** Looking back: the session as it was at any event, played at a chosen speed. Nothing here reaches the server, and live events go on arriving. */
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import type { Clock } from "./clock.ts";
import { createPastSession, viewOfPast } from "./past-session.ts";
import { playOn } from "./playback.ts";
import type { HistoryView } from "./session-history.ts";
import type { SessionStore } from "./session-store.ts";

export const SPEEDS = [0.5, 1, 2, 5, 10, 20] as const;
export type Speed = (typeof SPEEDS)[number];

export interface ReplayView {
  /** The event at which it stands: everything up to it has happened. */
  readonly place: number;
  /** Where it can go: before the first event held, and to the newest. */
  readonly first: number;
  readonly last: number;
  readonly playing: boolean;
  readonly speed: Speed;
}

export interface Replay {
  readonly view: ReadableCell<ReplayView>;
  /** The session as it was; its commands refuse. */
  readonly session: SessionStore;
  play(): void;
  pause(): void;
  /** Goes to an event, or as near as there is, and stays there or goes on playing. */
  seek(place: number): void;
  setSpeed(speed: Speed): void;
  /** Ends timers and watching; may be called twice. */
  stop(): void;
}

export interface ReplayOptions {
  readonly live: SessionStore;
  readonly clock: Clock;
  /** Where to begin; the end of the log by default. */
  readonly place?: number;
}

const TICK_MS = 50;

/** A replay that stands still at its place. */
export function createReplay(options: ReplayOptions): Replay {
  const replay = new Player(options);
  return {
    view: replay.view,
    session: replay.session,
    play: () => replay.play(),
    pause: () => replay.pause(),
    seek: (place) => replay.seek(place),
    setSpeed: (speed) => replay.patch({ speed }),
    stop: () => replay.stop(),
  };
}

class Player {
  readonly view;
  readonly session: SessionStore;
  readonly #shown;
  readonly #options: ReplayOptions;
  readonly #unsubscribe: () => void;
  #cancelTimer: () => void = () => undefined;
  #tickedAt = 0;
  #carriedMs = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
    const { live } = options;
    const events = live.view.get().events;
    const place = within(events, options.place ?? events.last);
    this.view = createCell<ReplayView>({
      place,
      ...rangeOf(events),
      playing: false,
      speed: 1,
    });
    this.#shown = createCell(viewOfPast(events.history.stateAt(place), events));
    this.session = createPastSession({
      sessionId: live.sessionId,
      // The past of a file is a file: nothing of it is asked of a server either.
      mode: live.mode === "file" ? "file" : "replay",
      view: this.#shown,
    });
    this.#unsubscribe = live.view.subscribe(() => this.#follow());
  }

  patch(part: Partial<ReplayView>): void {
    this.view.set({ ...this.view.get(), ...part });
  }

  play(): void {
    const { place, first, last, playing } = this.view.get();
    if (playing) return;
    // At the end there is nothing to play but from the start.
    if (place >= last) this.seek(first);
    this.patch({ playing: true });
    this.#tickedAt = this.#options.clock.now();
    this.#carriedMs = 0;
    this.#later();
  }

  pause(): void {
    this.#cancelTimer();
    this.patch({ playing: false });
  }

  seek(wanted: number): void {
    const events = this.#options.live.view.get().events;
    const place = within(events, wanted);
    this.#carriedMs = 0;
    this.#show(place);
  }

  stop(): void {
    this.#cancelTimer();
    this.#unsubscribe();
  }

  #show(place: number): void {
    if (place !== this.view.get().place) {
      this.patch({ place });
      const { events } = this.#options.live.view.get();
      const near = this.#shown.get().state;
      const state = events.history.stateAt(place, near);
      this.#shown.set(viewOfPast(state, events));
    }
  }

  /** The log has grown, or holds more or less of the past than before. */
  #follow(): void {
    const { events } = this.#options.live.view.get();
    const range = rangeOf(events);
    const { first, last } = this.view.get();
    if (range.first !== first || range.last !== last) this.patch(range);
    this.#show(within(events, this.view.get().place));
  }

  #later(): void {
    this.#cancelTimer = this.#options.clock.after(TICK_MS, () => this.#tick());
  }

  #tick(): void {
    const now = this.#options.clock.now();
    const { place, speed, last } = this.view.get();
    const { archive } = this.#options.live.view.get().events.history;
    const next = playOn({
      place,
      last,
      budgetMs: this.#carriedMs + (now - this.#tickedAt) * speed,
      timeOf: (sequence) => archive.timeOf(sequence),
    });
    this.#tickedAt = now;
    this.#carriedMs = next.carriedMs;
    this.#show(next.place);
    if (next.place >= last) this.patch({ playing: false });
    else this.#later();
  }
}

function rangeOf(events: HistoryView): Pick<ReplayView, "first" | "last"> {
  const first = events.history.start;
  return { first, last: Math.max(first, events.last) };
}

function within(events: HistoryView, place: number): number {
  const { first, last } = rangeOf(events);
  return Math.min(last, Math.max(first, Math.round(place)));
}
