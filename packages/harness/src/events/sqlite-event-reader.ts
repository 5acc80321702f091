/**
 * The committed side of one session's log in the database. The latest frames are kept ready in memory for those who
 * follow; what is older is read from the database in pages, as it was stored, for those who catch up.
 */
import { EVENT_TYPES } from "@agent-studio/shared";
import { EventStoreError } from "./event-store.ts";
import type {
  CursorLocation,
  EventCursor,
  FramePage,
  SealedRecord,
} from "./event-store.ts";
import type { FramePageCache } from "./frame-page-cache.ts";
import type { SlabPage } from "./frame-slab.ts";
import { FrameSlabs } from "./frame-slabs.ts";
import { locateCursor } from "./locate-cursor.ts";
import type { LogOpening } from "./locate-cursor.ts";
import { endsLog } from "./log-end.ts";
import type { PreparedEvent } from "./prepared-event.ts";
import type { CommittedEvents } from "./queued-event-log.ts";
import type { SealedRow, SqliteDatabase } from "./sqlite-database.ts";
import { WakeList } from "./wake-list.ts";

/**
 * A page from the database ends at a multiple of so many events, or when it has about so many bytes: a fraction of a
 * millisecond's work, and readers who started at different places soon meet at the same ones.
 */
const PAGE_EVENTS = 128;
const PAGE_BYTES = 64 * 1024;

export interface SqliteEventReaderOptions {
  readonly database: SqliteDatabase;
  /** The number of the session in the database. */
  readonly session: number;
  readonly pages: FramePageCache;
  /** The latest events that are kept in memory, at least, and the size of the blocks in which they go. */
  readonly maxEvents: number;
  readonly slabBytes: number;
}

export class SqliteEventReader implements CommittedEvents {
  readonly #database: SqliteDatabase;
  readonly #session: number;
  readonly #pages: FramePageCache;
  readonly #recent: FrameSlabs;
  readonly #openings: LogOpening[];
  readonly #wakes = new WakeList();
  #visibleBytes = 0;
  #ended = false;
  #erased = false;
  #deletion = false;

  /** Looks up where the log stands. Throws what SQLite says. */
  constructor(options: SqliteEventReaderOptions) {
    const { database, session, maxEvents, slabBytes } = options;
    this.#database = database;
    this.#session = session;
    this.#pages = options.pages;
    const after = database.latestSequence(session);
    this.#recent = new FrameSlabs({ maxEvents, slabBytes, after });
    this.#openings = [...database.openings(session)];
  }

  get oldestSequence(): number {
    return this.#erased ? this.latestSequence + 1 : 1;
  }

  get latestSequence(): number {
    return this.#recent.latestSequence;
  }

  get visibleBytes(): number {
    return this.#visibleBytes;
  }

  async locate(cursor: EventCursor): Promise<CursorLocation> {
    const { oldestSequence, latestSequence } = this;
    const openings = this.#openings;
    return locateCursor(cursor, { oldestSequence, latestSequence, openings });
  }

  async read(after: number, maxBytes: number): Promise<FramePage> {
    const recent = this.ready(after, maxBytes);
    if (recent !== undefined) return recent;
    const page = this.#stored(after, maxBytes);
    return { ...page, closed: this.#isEndAt(page.last) };
  }

  ready(after: number, maxBytes: number): FramePage | undefined {
    if (this.#erased || after >= this.latestSequence)
      return this.#emptyPage(after);
    if (after < this.#recent.oldestSequence - 1) return undefined;
    const page = this.#recent.read(after, maxBytes);
    return page && { ...page, closed: this.#isEndAt(page.last) };
  }

  onVisible(wake: () => void): () => void {
    return this.#wakes.add(wake);
  }

  publish(batch: readonly PreparedEvent[], mark: string): boolean {
    if (this.#ended) return false;
    this.noteOpening(mark);
    for (const { event, frame, frameBytes } of batch) {
      this.#recent.append(frame, frameBytes);
      this.#visibleBytes += frameBytes;
      this.#deletion ||= endsLog(event);
    }
    this.#wakes.wakeAll();
    return true;
  }

  sealedAfter(after: number): readonly SealedRecord[] {
    if (this.#erased) return [];
    return this.#guarded(() =>
      this.#database.sealed(this.#session, after).map(toSealedRecord),
    );
  }

  /** Nothing will follow. Watchers are woken to find that out. */
  end(): void {
    this.#ended = true;
    this.#wakes.wakeAll();
  }

  /** The session is deleted: nothing of it can be read any more. */
  erase(): void {
    this.#erased = true;
    this.#recent.clear();
    this.#pages.forget(`${this.#session} `);
    this.end();
  }

  /** Whether the ids of an opening are known already. */
  noteOpening(mark: string): void {
    if (this.#openings.at(-1)?.mark === mark) return;
    this.#openings.push({ mark, firstSequence: this.latestSequence + 1 });
  }

  #stored(after: number, maxBytes: number): SlabPage {
    const key = `${this.#session} ${after} ${maxBytes}`;
    return this.#pages.get(key, () =>
      this.#guarded(() => this.#load(after, maxBytes)),
    );
  }

  /** Also ends where memory begins, so that those who catch up meet those who follow. */
  #load(after: number, maxBytes: number): SlabPage {
    const events = Math.min(
      PAGE_EVENTS - (after % PAGE_EVENTS),
      this.#recent.oldestSequence - 1 - after,
    );
    const bytes = Math.min(maxBytes, PAGE_BYTES);
    const limit = { events, bytes };
    const frames = this.#database.frames(this.#session, after, limit);
    if (frames.length === 0)
      throw unavailable(new Error(`Event ${after + 1} is missing.`));
    return {
      frames: Buffer.concat(frames),
      first: after + 1,
      last: after + frames.length,
    };
  }

  #guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw error instanceof EventStoreError ? error : unavailable(error);
    }
  }

  #isEndAt(last: number): boolean {
    return last >= this.latestSequence && (this.#ended || this.#deletion);
  }

  #emptyPage(after: number): FramePage {
    const closed = this.#isEndAt(after) || this.#erased;
    return { frames: NO_FRAMES, first: after + 1, last: after, closed };
  }
}

const NO_FRAMES = Buffer.alloc(0);

/** The type stands in the frame's second line, so the rest of it need not be read. */
function toSealedRecord({ sequence, frame, sealed }: SealedRow): SealedRecord {
  const text = Buffer.from(frame.buffer, frame.byteOffset, frame.length);
  const name = /^event: ([a-z.]+)$/m.exec(text.toString("latin1", 0, 200));
  const type = EVENT_TYPES.find((known) => known === name?.[1]);
  if (type === undefined) throw new Error(`Event ${sequence} has no type.`);
  const part: unknown = JSON.parse(sealed);
  return { sequence, type, sealed: part };
}

function unavailable(cause: unknown): EventStoreError {
  const message = "The session's log can't be read.";
  return new EventStoreError("unavailable", message, { cause });
}
