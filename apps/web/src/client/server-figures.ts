/** What the server says about itself, asked for again and again while someone looks. */
import type { ResultOf } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import type { Clock } from "./clock.ts";
import type { PagePresence } from "./page-presence.ts";
import { createPoll } from "./poll.ts";

export type Metrics = ResultOf<"metrics">;

export interface FiguresView {
  /** The latest that came; null before the first. */
  readonly metrics: Metrics | null;
  /** What the server took for them, in milliseconds; null where the browser does not tell. */
  readonly answerMs: number | null;
  /** Why the last question has no answer; the older figures stay. */
  readonly failure: ApiFailure | null;
}

export interface ServerFigures {
  readonly view: ReadableCell<FiguresView>;
  /** Asks every two seconds while the page is visible. The answer ends that and may be used twice. */
  watch(): () => void;
  /** Asks now. Never rejects. */
  refresh(): Promise<void>;
}

export interface ServerFiguresOptions {
  readonly ask: () => Promise<Metrics>;
  /** What the server said it took for the last answer. */
  readonly answerMs: () => number | null;
  readonly clock: Clock;
  readonly presence: PagePresence;
}

const EVERY_MS = 2000;

/** Figures that nobody has asked for yet. */
export function createServerFigures(
  options: ServerFiguresOptions,
): ServerFigures {
  const { ask, answerMs, clock, presence } = options;
  const view = createCell<FiguresView>({
    metrics: null,
    answerMs: null,
    failure: null,
  });
  const run = async (): Promise<void> => {
    try {
      const metrics = await ask();
      view.set({ metrics, answerMs: answerMs(), failure: null });
    } catch (error) {
      view.set({ ...view.get(), failure: asFailure(error) });
      throw error;
    }
  };
  const poll = createPoll({ clock, presence, everyMs: EVERY_MS, run });
  return { view, watch: () => poll.start(), refresh: () => poll.now() };
}
