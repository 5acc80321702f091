/**
 * The durable store: one SQLite database in a folder that one process holds. Everything is kept until its session is
 * deleted. Writing is synchronous and in groups; see `SqliteCommitter`.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { nanoid } from "nanoid";
import { CommitMark } from "./commit-mark.ts";
import { OPENING_MARK_LENGTH } from "./event-id.ts";
import { EventStoreError } from "./event-store.ts";
import type {
  EventLog,
  EventReader,
  EventStore,
  SessionHeader,
  StoredEvent,
} from "./event-store.ts";
import { removeHolder, writeHolder } from "./folder-holder.ts";
import { FramePageCache } from "./frame-page-cache.ts";
import { QueuedEventLog } from "./queued-event-log.ts";
import { createTimeText } from "./time-text.ts";
import { SqliteCommitter } from "./sqlite-committer.ts";
import type { CommitJob } from "./sqlite-committer.ts";
import { openConnection } from "./sqlite-connection.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { SqliteEventReader } from "./sqlite-event-reader.ts";
import { StoreOpenError } from "./store-open-error.ts";

const DATABASE_FILE = "studio.db";
const HOLDER_FILE = "studio.lock";
const MARK_FILE = "studio.mark";
/** Larger events are refused: a stream drops a client long before it is this far behind. */
const MAX_EVENT_BYTES = 4 * 1024 * 1024;
/** Pages of old events that are kept for a herd of watchers, 64 KiB each at most. */
const CACHED_PAGES = 16;

export interface SqliteEventStoreOptions {
  /** The folder; made when it is not there. */
  readonly folder: string;
  /** At least this many of the latest events of a session are kept in memory; 1,000 by default. */
  readonly maxEvents?: number;
  /** Size of the blocks in which they go; 64 KiB by default. */
  readonly slabBytes?: number;
  /** Wall clock in milliseconds since 1970. */
  readonly clock?: () => number;
  /** Monotonic, in milliseconds. */
  readonly monotonic?: () => number;
  /** A new random text of that many characters of A-Za-z0-9_-. */
  readonly random?: (length: number) => string;
  /** Called before each commit in tests of failures: what it throws or rejects with fails the commit of that batch. */
  readonly commit?: (batch: readonly StoredEvent[]) => void | Promise<void>;
}

interface SessionLog {
  readonly session: number;
  readonly header: SessionHeader;
  readonly reader: SqliteEventReader;
  owner: QueuedEventLog | undefined;
  /** Ends when every older handle is done. */
  handover: Promise<void>;
}

export class SqliteEventStore implements EventStore {
  readonly outlivesProcess = true;
  readonly #options: SqliteEventStoreOptions;
  readonly #database: SqliteDatabase;
  readonly #mark: CommitMark;
  readonly #committer: SqliteCommitter;
  readonly #pages = new FramePageCache({ pages: CACHED_PAGES });
  readonly #timeText: () => string;
  readonly #sessions = new Map<string, SessionLog>();
  #deleting: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  private constructor(
    options: SqliteEventStoreOptions,
    database: SqliteDatabase,
    mark: CommitMark,
  ) {
    this.#options = options;
    this.#timeText = createTimeText(options.clock ?? Date.now);
    this.#database = database;
    this.#mark = mark;
    this.#committer = new SqliteCommitter({
      database,
      mark,
      now: options.monotonic ?? (() => performance.now()),
    });
  }

  /** Opens the folder for this process alone. Rejects with a `StoreOpenError`, and then nothing was changed. */
  static async open(
    options: SqliteEventStoreOptions,
  ): Promise<SqliteEventStore> {
    const at = (name: string): string => path.join(options.folder, name);
    makeFolder(options.folder);
    const database = new SqliteDatabase(
      openConnection({
        path: at(DATABASE_FILE),
        holderPath: at(HOLDER_FILE),
        markPath: at(MARK_FILE),
      }),
    );
    try {
      const mark = new CommitMark(at(MARK_FILE));
      const store = new SqliteEventStore(options, database, mark);
      writeHolder(
        at(HOLDER_FILE),
        new Date(options.clock?.() ?? Date.now()).toISOString(),
      );
      await store.#load();
      return store;
    } catch (error) {
      database.close();
      throw error instanceof StoreOpenError ? error : unreadable(error);
    }
  }

  async create(header: SessionHeader): Promise<EventLog> {
    this.#checkOpen();
    if (this.#sessions.has(header.sessionId))
      throw new EventStoreError(
        "session_exists",
        "The session exists already.",
      );
    const kept = Object.freeze({ ...header });
    const session = this.#write(() => this.#database.addSession(kept));
    return this.#takeOver(this.#add(session, kept));
  }

  async open(sessionId: string): Promise<EventLog> {
    this.#checkOpen();
    const session = this.#sessions.get(sessionId);
    if (session === undefined)
      throw new EventStoreError(
        "session_not_found",
        "There is no such session.",
      );
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
    const entry = this.#sessions.get(sessionId);
    if (entry === undefined) return;
    const { session } = entry;
    // What waits would otherwise be written when the rest of the session is gone.
    this.#committer.flush();
    this.#write(() => this.#database.markDeleted(session));
    this.#sessions.delete(sessionId);
    entry.owner?.abandon();
    entry.reader.erase();
    const removed = this.#remove(session);
    this.#deleting = Promise.allSettled([this.#deleting, removed]);
    await removed;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map(async ({ owner }) => owner?.close()));
    await this.#deleting;
    for (const { reader } of sessions) reader.end();
    this.#database.close();
    this.#mark.close();
    removeHolder(path.join(this.#options.folder, HOLDER_FILE));
  }

  /** Everything that is in the database, and the rest of what was being deleted when the last process ended. */
  async #load(): Promise<void> {
    for (const { session, header, isDeleted } of this.#database.sessions()) {
      if (isDeleted) await this.#remove(session);
      else this.#add(session, Object.freeze(header));
    }
  }

  #add(session: number, header: SessionHeader): SessionLog {
    const { maxEvents = 1000, slabBytes = 64 * 1024 } = this.#options;
    const reader = new SqliteEventReader({
      database: this.#database,
      session,
      pages: this.#pages,
      maxEvents,
      slabBytes,
    });
    const handover = Promise.resolve();
    const entry = { session, header, reader, owner: undefined, handover };
    this.#sessions.set(header.sessionId, entry);
    return entry;
  }

  /** The older handle is fenced before this returns; the new one starts when the older has nothing under way. */
  async #takeOver(entry: SessionLog): Promise<EventLog> {
    const { random = nanoid } = this.#options;
    const mark = random(OPENING_MARK_LENGTH);
    let opening: string | undefined = mark;
    const log = new QueuedEventLog({
      sessionId: entry.header.sessionId,
      reader: entry.reader,
      mark,
      timeText: this.#timeText,
      maxEventBytes: MAX_EVENT_BYTES,
      keep: async (batch, isAwaited) => {
        const { session } = entry;
        await this.#keep({ session, batch, opening, isAwaited });
        opening = undefined;
      },
      hurry: () => this.#committer.hurry(),
    });
    const fenced = entry.owner?.fence();
    entry.owner = log;
    entry.handover = Promise.all([entry.handover, fenced]).then(() => {
      log.start();
    });
    await entry.handover;
    return log;
  }

  async #keep(job: CommitJob): Promise<void> {
    const { commit } = this.#options;
    if (commit !== undefined) await commit(job.batch.map(({ event }) => event));
    await this.#committer.commit(job);
  }

  /** In parts, between which the loop does other work; then nothing of it is in the files any more. */
  async #remove(session: number): Promise<void> {
    let isGone = false;
    while (!isGone) {
      isGone = this.#write(() => this.#database.removeSome(session));
      if (!isGone) await new Promise((next) => setImmediate(next));
    }
    this.#guarded(() => this.#database.truncateLog());
  }

  #write<T>(write: () => T): T {
    return this.#guarded(() => {
      const written: T[] = [];
      this.#committer.transact(true, () => written.push(write()));
      const [result] = written;
      return result as T;
    });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw new EventStoreError(
        "unavailable",
        "The database could not be written.",
        { cause },
      );
    }
  }

  #checkOpen(): void {
    if (this.#closing !== undefined)
      throw new EventStoreError("closed", "The store was closed.");
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause: unknown): StoreOpenError {
  return new StoreOpenError(
    "unreadable",
    "The data folder can't be read or written. Check its permissions and that the disk has room.",
    { cause },
  );
}
