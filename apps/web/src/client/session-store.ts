/** One open session: its stream, what its events fold to, and its commands. */
import { ROUTES } from "@agent-studio/shared";
import { addressOf } from "./api-client.ts";
import type { ApiClient, Fetch } from "./api-client.ts";
import type { ReadableCell } from "./cell.ts";
import type { Clock } from "./clock.ts";
import type { PagePresence } from "./page-presence.ts";
import { createSessionCommands } from "./session-commands.ts";
import type { SessionCommands } from "./session-commands.ts";
import { createSessionStream } from "./session-stream.ts";
import type { Cursor } from "./session-stream.ts";
import { SessionLog } from "./session-log.ts";
import type { SessionView } from "./session-log.ts";
import type { SessionHistory } from "./session-history.ts";
import { loadSnapshot } from "./snapshot.ts";

/** Whether a session is the server's own, a look back into one, or a file. Only a live one takes commands. */
export type SessionMode = "live" | "replay" | "file";

export interface SessionStore {
  readonly sessionId: string;
  readonly mode: SessionMode;
  readonly view: ReadableCell<SessionView>;
  readonly commands: SessionCommands;
  /** Takes a history that reaches further back; false where the log has gone on meanwhile. */
  adopt(history: SessionHistory): boolean;
  start(): void;
  /** Lets go of the stream on purpose, until `restore`; the session goes on without this browser. */
  cut(): void;
  /** Takes the stream up again where it was cut, and tells in `view.resumption` what came of it. */
  restore(): void;
  /** Connects now instead of after the wait. */
  retry(): void;
  /** The resumption was seen. */
  dismissResumption(): void;
  /** Ends the stream and every timer; may be called twice. */
  stop(): void;
}

export interface SessionStoreOptions {
  readonly sessionId: string;
  /** The log's length at opening, from the session's summary. */
  readonly lastSequence: number;
  readonly api: ApiClient;
  readonly fetch: Fetch;
  /** Names this browser tab on its stream. */
  readonly tab: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly presence: PagePresence;
}

/** A longer log is opened by its snapshot instead of being replayed. */
export const REPLAY_LIMIT = 20_000;

/** A store that is not started yet. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { sessionId, api, clock } = options;
  const log = new SessionLog(options);
  const stream = createSessionStream({
    clock,
    random: options.random,
    presence: options.presence,
    fromSnapshot: options.lastSequence > REPLAY_LIMIT,
    open: (cursor, signal) => openStream(options, cursor, signal),
    recover: async (signal) => {
      const state = await loadSnapshot(api, sessionId, signal);
      if (!signal.aborted) log.replace(state);
      return state.sequence;
    },
    receive: (events) => log.receive(events),
    onConnection: (connection) => log.connected(connection),
  });
  return {
    sessionId,
    mode: "live",
    view: log.view,
    commands: createSessionCommands({ api, sessionId }),
    adopt: (history) => log.adopt(history),
    start: () => stream.start(),
    cut() {
      log.resumed(null);
      stream.cut();
    },
    restore() {
      void measureReplay(options, log, stream.cursor);
      stream.retry();
    },
    retry: () => stream.retry(),
    dismissResumption: () => log.resumed(null),
    stop() {
      stream.stop();
      log.stop();
    },
  };
}

function openStream(
  options: SessionStoreOptions,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<Response> {
  const after =
    cursor !== null && "afterSequence" in cursor
      ? { afterSequence: String(cursor.afterSequence) }
      : {};
  const address = addressOf(
    ROUTES.streamEvents,
    { sessionId: options.sessionId },
    { ...after, tab: options.tab },
  );
  return options.fetch(address, {
    signal,
    cache: "no-store",
    headers:
      cursor !== null && "lastEventId" in cursor
        ? { "last-event-id": cursor.lastEventId }
        : {},
  });
}

/** Asks where the log stands while the stream is taken up again: what lies before that is replayed. */
async function measureReplay(
  { api, sessionId }: SessionStoreOptions,
  log: SessionLog,
  cursor: Cursor,
): Promise<void> {
  const afterSequence = log.view.get().state.sequence;
  const before = { cursor, afterSequence, upTo: null };
  log.resumed(before);
  try {
    const { session } = await api.call("getSession", { params: { sessionId } });
    if (log.view.get().resumption !== before) return;
    log.resumed({ ...before, upTo: session.lastSequence });
  } catch {
    // The stream itself tells that the server is not there.
  }
}
