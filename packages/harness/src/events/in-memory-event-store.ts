/**
 * The store of one process: everything is gone with it. Of each session it keeps at least the last `maxEvents` events
 * as ready frames, and drops whole slabs; sealed parts are kept until the session is deleted.
 */
import { nanoid } from "nanoid";
import { OPENING_MARK_LENGTH } from "./event-id.ts";
import { EventStoreError } from "./event-store.ts";
import type {
  EventLog,
  EventReader,
  EventStore,
  SessionHeader,
  StoredEvent,
} from "./event-store.ts";
import { InMemoryEventReader } from "./in-memory-event-reader.ts";
import { QueuedEventLog } from "./queued-event-log.ts";
import { createTimeText } from "./time-text.ts";

/** Larger events are refused: a stream drops a client long before it is this far behind. */
const MAX_EVENT_BYTES = 4 * 1024 * 1024;

export interface InMemoryEventStoreOptions {
  /** At least this many of the latest events of a session can be read; 10,000 by default. */
  readonly maxEvents?: number;
  /** Size of the blocks that are kept and dropped as whole; 64 KiB by default. */
  readonly slabBytes?: number;
  /** The largest event, framed; 4 MiB by default. */
  readonly maxEventBytes?: number;
  /** Wall clock in milliseconds since 1970. */
  readonly clock?: () => number;
  /** A new random text of that many characters of A-Za-z0-9_-. */
  readonly random?: (length: number) => string;
  /** Stands for the durable write in tests: what it throws or rejects with fails the commit of that batch. */
  readonly commit?: (batch: readonly StoredEvent[]) => void | Promise<void>;
}

interface SessionLog {
  readonly header: SessionHeader;
  readonly reader: InMemoryEventReader;
  owner: QueuedEventLog | undefined;
  /** Ends when every older handle is done. */
  handover: Promise<void>;
}

export class InMemoryEventStore implements EventStore {
  readonly outlivesProcess = false;
  readonly #options: InMemoryEventStoreOptions;
  readonly #timeText: () => string;
  readonly #sessions = new Map<string, SessionLog>();
  #closing = false;

  constructor(options: InMemoryEventStoreOptions = {}) {
    this.#options = options;
    this.#timeText = createTimeText(options.clock ?? Date.now);
  }

  async create(header: SessionHeader): Promise<EventLog> {
    this.#checkOpen();
    if (this.#sessions.has(header.sessionId)) {
      throw new EventStoreError(
        "session_exists",
        "The session exists already.",
      );
    }
    const { maxEvents = 10_000, slabBytes = 64 * 1024 } = this.#options;
    const session: SessionLog = {
      header: Object.freeze({ ...header }),
      reader: new InMemoryEventReader({ maxEvents, slabBytes }),
      owner: undefined,
      handover: Promise.resolve(),
    };
    this.#sessions.set(header.sessionId, session);
    return this.#takeOver(session);
  }

  async open(sessionId: string): Promise<EventLog> {
    this.#checkOpen();
    const session = this.#sessions.get(sessionId);
    if (session === undefined) {
      throw new EventStoreError(
        "session_not_found",
        "There is no such session.",
      );
    }
    return this.#takeOver(session);
  }

  reader(sessionId: string): EventReader | undefined {
    return this.#sessions.get(sessionId)?.reader;
  }

  async list(): Promise<readonly SessionHeader[]> {
    this.#checkOpen();
    return Array.from(this.#sessions.values(), ({ header }) => header);
  }

  async delete(sessionId: string): Promise<void> {
    this.#checkOpen();
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    this.#sessions.delete(sessionId);
    session.owner?.abandon();
    session.reader.erase();
  }

  async close(): Promise<void> {
    this.#closing = true;
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map(closeSession));
  }

  /** The older handle is fenced before this returns; the new one starts when the older has nothing under way. */
  async #takeOver(session: SessionLog): Promise<EventLog> {
    const { random = nanoid, maxEventBytes } = this.#options;
    const { commit } = this.#options;
    const log = new QueuedEventLog({
      sessionId: session.header.sessionId,
      reader: session.reader,
      mark: random(OPENING_MARK_LENGTH),
      timeText: this.#timeText,
      maxEventBytes: maxEventBytes ?? MAX_EVENT_BYTES,
      keep:
        commit === undefined
          ? undefined
          : (batch) => commit(batch.map(({ event }) => event)),
    });
    const fenced = session.owner?.fence();
    session.owner = log;
    session.handover = Promise.all([session.handover, fenced]).then(() => {
      log.start();
    });
    await session.handover;
    return log;
  }

  #checkOpen(): void {
    if (this.#closing) {
      throw new EventStoreError("closed", "The store was closed.");
    }
  }
}

async function closeSession(session: SessionLog): Promise<void> {
  await session.owner?.close();
  session.reader.end();
}
