/** Sessions on their way out: each can be called back for a while before the server is asked to delete it. */
import type { SessionSummary } from "@agent-studio/shared";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import type { Clock } from "./clock.ts";
import type { PagePresence } from "./page-presence.ts";

/** How long a deletion can be undone. */
export const UNDO_WINDOW_MS = 10_000;

/** `waiting` can be undone, `sending` not any more, `failed` did not happen. */
export interface SessionDeletion {
  readonly session: SessionSummary;
  readonly status: "waiting" | "sending" | "failed";
  /** By the clock's own time; null while the time stands still. */
  readonly endsAt: number | null;
  readonly failure?: ApiFailure;
}

export interface SessionDeletions {
  readonly view: ReadableCell<readonly SessionDeletion[]>;
  schedule(session: SessionSummary): void;
  /** Whether it was still time. */
  undo(sessionId: string): boolean;
  /** Lets time stand still, for someone who is about to decide. */
  hold(): void;
  /** Milliseconds in which it can still be undone; 0 when it can't. */
  leftMs(sessionId: string): number;
  /** Time goes on where it stood. */
  release(): void;
  /** Takes the note of a failed one away. */
  dismiss(sessionId: string): void;
  /** Sends what waits when the page is left. The answer ends that and may be used twice. */
  watch(): () => void;
}

export interface SessionDeletionsOptions {
  readonly clock: Clock;
  readonly presence: PagePresence;
  /** Resolves once it is gone. `leaving`: the page may be gone before the answer. */
  readonly send: (sessionId: string, leaving: boolean) => Promise<void>;
}

/** Nothing is on its way out. */
export function createSessionDeletions(
  options: SessionDeletionsOptions,
): SessionDeletions {
  const deletions = new Deletions(options);
  return {
    view: deletions.view,
    schedule: (session) => deletions.schedule(session),
    undo: (sessionId) => deletions.undo(sessionId),
    hold: () => deletions.hold(),
    leftMs: (sessionId) => deletions.leftMs(sessionId),
    release: () => deletions.release(),
    dismiss: (sessionId) => deletions.remove(sessionId),
    watch: () =>
      options.presence.listen((what) => {
        if (what === "hidden") deletions.flush();
      }),
  };
}

interface Waiting {
  /** Milliseconds that were left when the time began to run. */
  leftMs: number;
  runningSince: number;
  cancel: () => void;
}

class Deletions {
  readonly view = createCell<readonly SessionDeletion[]>([]);
  readonly #options: SessionDeletionsOptions;
  readonly #waiting = new Map<string, Waiting>();
  #held = false;

  constructor(options: SessionDeletionsOptions) {
    this.#options = options;
  }

  schedule(session: SessionSummary): void {
    const { sessionId } = session;
    if (this.#waiting.has(sessionId)) return;
    this.remove(sessionId);
    const waiting = {
      leftMs: UNDO_WINDOW_MS,
      runningSince: 0,
      cancel: () => undefined,
    };
    this.#waiting.set(sessionId, waiting);
    const entry = { session, status: "waiting", endsAt: null } as const;
    this.view.set([...this.view.get(), entry]);
    if (!this.#held) this.#run(sessionId, waiting);
  }

  undo(sessionId: string): boolean {
    const waiting = this.#waiting.get(sessionId);
    if (waiting === undefined) return false;
    waiting.cancel();
    this.#waiting.delete(sessionId);
    this.remove(sessionId);
    return true;
  }

  hold(): void {
    if (this.#held) return;
    this.#held = true;
    const now = this.#options.clock.now();
    for (const [sessionId, waiting] of this.#waiting) {
      waiting.cancel();
      waiting.leftMs -= now - waiting.runningSince;
      this.#update(sessionId, { endsAt: null });
    }
  }

  leftMs(sessionId: string): number {
    const waiting = this.#waiting.get(sessionId);
    if (waiting === undefined) return 0;
    const now = this.#held ? waiting.runningSince : this.#options.clock.now();
    return Math.max(0, waiting.leftMs - (now - waiting.runningSince));
  }

  release(): void {
    if (!this.#held) return;
    this.#held = false;
    for (const [sessionId, waiting] of this.#waiting) {
      this.#run(sessionId, waiting);
    }
  }

  flush(): void {
    for (const sessionId of [...this.#waiting.keys()]) {
      void this.#send(sessionId, true);
    }
  }

  remove(sessionId: string): void {
    this.view.set(
      this.view.get().filter(({ session }) => session.sessionId !== sessionId),
    );
  }

  #run(sessionId: string, waiting: Waiting): void {
    const { clock } = this.#options;
    waiting.runningSince = clock.now();
    waiting.cancel = clock.after(
      waiting.leftMs,
      () => void this.#send(sessionId, false),
    );
    this.#update(sessionId, { endsAt: clock.now() + waiting.leftMs });
  }

  async #send(sessionId: string, leaving: boolean): Promise<void> {
    this.#waiting.get(sessionId)?.cancel();
    this.#waiting.delete(sessionId);
    this.#update(sessionId, { status: "sending", endsAt: null });
    try {
      await this.#options.send(sessionId, leaving);
      this.remove(sessionId);
    } catch (error) {
      this.#update(sessionId, { status: "failed", failure: asFailure(error) });
    }
  }

  #update(sessionId: string, part: Partial<SessionDeletion>): void {
    this.view.set(
      this.view
        .get()
        .map((entry) =>
          entry.session.sessionId === sessionId ? { ...entry, ...part } : entry,
        ),
    );
  }
}
