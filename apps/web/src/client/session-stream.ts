/**
 * The event stream of one session over `fetch`: connects, resumes by the last event id, notices silence,
 * and lets go while nobody looks. What happens next is decided in `connection.ts`; this file carries it out.
 */
import type { HarnessEvent } from "@agent-studio/shared";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { failureOf } from "./api-client.ts";
import type { Clock } from "./clock.ts";
import { isFinal, nextConnection } from "./connection.ts";
import type { Connection, ConnectionSignal, LossCause } from "./connection.ts";
import { createEventDecoder } from "./event-decoder.ts";
import type { DecodedItem } from "./event-decoder.ts";
import type { PagePresence, PresenceNotice } from "./page-presence.ts";

/** Where to go on: after an event that was seen, after a snapshot, or from the oldest event kept. */
export type Cursor =
  { readonly lastEventId: string } | { readonly afterSequence: number } | null;

export interface SessionStreamOptions {
  /** Asks for the stream from a cursor; rejects only when no answer came. */
  readonly open: (cursor: Cursor, signal: AbortSignal) => Promise<Response>;
  /** Replaces the state by the snapshot; resolves with its sequence. */
  readonly recover: (signal: AbortSignal) => Promise<number>;
  /** Takes events in order; "gap" when the first of them does not follow. */
  readonly receive: (events: readonly HarnessEvent[]) => "ok" | "gap";
  readonly onConnection: (connection: Connection) => void;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly presence: PagePresence;
  /** Begin with the snapshot, for logs too long to replay. */
  readonly fromSnapshot?: boolean;
}

export interface SessionStream {
  readonly connection: Connection;
  /** What the next request asks to go on after. */
  readonly cursor: Cursor;
  start(): void;
  /** Lets go of the stream until `retry`. */
  cut(): void;
  /** Connects at once instead of waiting, or after a cut. */
  retry(): void;
  /** Ends everything for good until the next start; may be called twice. */
  stop(): void;
}

/** So that within ten seconds a person sees that it is tried again. */
export const HANDSHAKE_LIMIT_MS = 8_000;
/** Heartbeats come every 15 s, so this much silence means that nobody is there. */
export const SILENCE_LIMIT_MS = 40_000;
export const HIDDEN_LIMIT_MS = 30_000;
/** A connection that lives this long counts as good even without an event. */
const PROVED_AFTER_MS = 5_000;

/** A stream that is not started yet. */
export function createSessionStream(
  options: SessionStreamOptions,
): SessionStream {
  const stream = new Stream(options);
  return {
    get connection() {
      return stream.connection;
    },
    get cursor() {
      return stream.cursor;
    },
    cut: () => stream.send({ type: "cut" }),
    retry: () => stream.send({ type: "retry" }),
    start: () => stream.start(),
    stop: () => stream.send({ type: "stop" }),
  };
}

class Stream {
  connection: Connection = { phase: "stopped" };
  readonly #options: SessionStreamOptions;
  cursor: Cursor = null;
  #needsSnapshot: boolean;
  #attempt = new AbortController();
  #cancelTimer: () => void = () => undefined;
  #cancelHidden: () => void = () => undefined;
  #unlisten: () => void = () => undefined;
  #lastByteAt = 0;

  constructor(options: SessionStreamOptions) {
    this.#options = options;
    this.#needsSnapshot = options.fromSnapshot === true;
  }

  start(): void {
    if (this.connection.phase !== "stopped") return;
    this.#unlisten = this.#options.presence.listen((what) => this.#see(what));
    if (this.#options.presence.isHidden()) this.#see("hidden");
    this.send({ type: "start" });
  }

  send(signal: ConnectionSignal): void {
    const before = this.connection;
    const after = nextConnection(before, signal, this.#options.random());
    if (after === before) return;
    this.connection = after;
    if (after.phase !== "open") this.#enter(after);
    this.#options.onConnection(after);
  }

  #enter(connection: Connection): void {
    this.#attempt.abort();
    this.#cancelTimer();
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    if (connection.phase === "connecting") {
      void (this.#needsSnapshot
        ? this.#recover(signal)
        : this.#connect(signal));
    } else if (connection.phase === "recovering") {
      this.#needsSnapshot = true;
      if (connection.delayMs === 0) void this.#recover(signal);
      else this.#later(connection.delayMs, () => void this.#recover(signal));
    } else if (connection.phase === "waiting") {
      this.#later(connection.delayMs, () => this.send({ type: "elapsed" }));
    } else if (isFinal(connection)) {
      this.#unlisten();
      this.#cancelHidden();
    }
  }

  async #connect(signal: AbortSignal): Promise<void> {
    this.#later(HANDSHAKE_LIMIT_MS, () => this.#lose("handshake"));
    let cause: LossCause = "network";
    try {
      const response = await this.#options.open(this.cursor, signal);
      if (signal.aborted) return void response.body?.cancel();
      if (!response.ok || response.body === null) {
        return this.#fail(await failureOf(response), signal);
      }
      this.send({ type: "opened" });
      this.#lastByteAt = this.#options.clock.now();
      this.#watchSilence();
      await this.#drain(response.body, signal);
      cause = "ended";
    } catch {
      // A stream that breaks is an ordinary event of networks: it is resumed below.
    }
    if (!signal.aborted) this.#lose(cause);
  }

  async #drain(
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const decoder = createEventDecoder();
    const openedAt = this.#options.clock.now();
    const reader = body.getReader();
    signal.addEventListener("abort", () => void reader.cancel().catch(ignore));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      this.#lastByteAt = this.#options.clock.now();
      if (this.#lastByteAt - openedAt > PROVED_AFTER_MS) {
        this.send({ type: "proved" });
      }
      for (const item of decoder.push(value)) {
        if (this.#attempt.signal !== signal) return;
        this.#take(item);
      }
    }
  }

  #take(item: DecodedItem): void {
    if (item.kind === "reset") return this.send({ type: "reset" });
    if (item.kind === "paused") return this.send({ type: "paused" });
    if (this.#options.receive(item.events) === "gap") {
      return this.send({ type: "reset" });
    }
    const last = item.events.at(-1);
    if (last === undefined) return;
    this.cursor = { lastEventId: last.eventId };
    this.send({ type: "proved" });
    if (item.events.some(isDeletion)) this.send({ type: "deleted" });
  }

  async #recover(signal: AbortSignal): Promise<void> {
    this.#later(HANDSHAKE_LIMIT_MS * 3, () => this.#lose("handshake"));
    try {
      const afterSequence = await this.#options.recover(signal);
      if (signal.aborted) return;
      this.cursor = { afterSequence };
      this.#needsSnapshot = false;
      if (this.connection.phase === "recovering") {
        this.send({ type: "recovered" });
      } else {
        void this.#connect(signal);
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(asFailure(error), signal);
    }
  }

  #fail(failure: ApiFailure, signal: AbortSignal): void {
    if (signal.aborted) return;
    const { status, code, retryAfterMs } = failure;
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      // A cursor that the server can't read is ours to drop, not the session's end.
      if (status === 400 && this.cursor !== null) {
        this.cursor = null;
        return this.send({ type: "reset" });
      }
      return this.send({ type: "refused", code });
    }
    const cause = status === 0 ? "network" : "server";
    this.send({ type: "lost", cause, retryAfterMs, code });
  }

  #lose(cause: LossCause): void {
    this.send({ type: "lost", cause });
  }

  #later(delayMs: number, call: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.after(delayMs, call);
  }

  #watchSilence(): void {
    const silent = this.#options.clock.now() - this.#lastByteAt;
    if (silent >= SILENCE_LIMIT_MS) return this.#lose("silence");
    this.#later(SILENCE_LIMIT_MS - silent, () => this.#watchSilence());
  }

  #see(what: PresenceNotice): void {
    if (what === "hidden") {
      this.#cancelHidden();
      this.#cancelHidden = this.#options.clock.after(HIDDEN_LIMIT_MS, () =>
        this.send({ type: "hidden" }),
      );
      return;
    }
    if (what === "offline" || what === "focused") return;
    if (what === "used") return this.send({ type: "used" });
    if (what === "visible") this.#cancelHidden();
    const silentMs = this.#options.clock.now() - this.#lastByteAt;
    if (!this.#options.presence.isHidden()) {
      this.send({ type: "awake", silentMs });
    }
  }
}

function isDeletion(event: HarnessEvent): boolean {
  return event.type === "session.closed" && event.payload.reason === "deleted";
}

function ignore(): void {
  // The reader is done for either way.
}
