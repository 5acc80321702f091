/** The statements on the database, each typed and bounded. Everything here is synchronous and throws what SQLite says. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import type { SessionHeader } from "./event-store.ts";
import type { LogOpening } from "./locate-cursor.ts";
import {
  bytesAt,
  integerAt,
  optionalTextAt,
  RowError,
  rowOf,
  textAt,
  type SqliteRow,
} from "./sqlite-row.ts";

/** Events of a deleted session that go in one transaction, so that a deletion never holds up the loop for long. */
const DELETED_AT_ONCE = 500;

export interface SessionRow {
  /** The number of the session in the database. */
  readonly session: number;
  readonly header: SessionHeader;
  readonly isDeleted: boolean;
}

export interface FrameRow {
  readonly sequence: number;
  readonly frame: Uint8Array;
}

/** How much is read at once. */
export interface FrameLimit {
  readonly events: number;
  readonly bytes: number;
}

export interface SealedRow extends FrameRow {
  readonly sealed: string;
}

export interface NewEventRow {
  readonly sequence: number;
  readonly frame: string;
  readonly sealed: string | undefined;
}

export class SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements;
  #synchronous: "NORMAL" | "FULL" | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = prepareStatements(database);
  }

  /**
   * Does `write` in one transaction, all of it or nothing; with `isDurable` it survives the machine, else the process.
   * Gives the number of commits so far.
   */
  commit(isDurable: boolean, write: () => void): number {
    this.#setSynchronous(isDurable ? "FULL" : "NORMAL");
    this.#statements.begin.run();
    try {
      write();
      const commits = integerAt(rowOf(this.#statements.count.get()), 0);
      this.#statements.commit.run();
      return commits;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  /** The number of the new session. */
  addSession(header: SessionHeader): number {
    const { sessionId, viewerId, labId, title, createdAt } = header;
    const { lastInsertRowid } = this.#statements.addSession.run(
      sessionId,
      viewerId,
      labId,
      title,
      createdAt,
    );
    return Number(lastInsertRowid);
  }

  /** In the order of creation. */
  sessions(): readonly SessionRow[] {
    return this.#statements.sessions.all().map(toSessionRow);
  }

  addOpening(session: number, { firstSequence, mark }: LogOpening): void {
    this.#statements.addOpening.run(session, firstSequence, mark);
  }

  /** In the order of their sequences. */
  openings(session: number): readonly LogOpening[] {
    return this.#statements.openings.all(session).map((found) => ({
      firstSequence: integerAt(rowOf(found), 0),
      mark: textAt(rowOf(found), 1),
    }));
  }

  addEvent(session: number, { sequence, frame, sealed }: NewEventRow): void {
    const checksum = checksumOf(frame, sealed);
    this.#statements.addEvent.run(
      session,
      sequence,
      frame,
      sealed ?? null,
      checksum,
    );
  }

  /** 0 when there is none. */
  latestSequence(session: number): number {
    return integerAt(rowOf(this.#statements.latest.get(session)), 0);
  }

  /**
   * Consecutive frames after a sequence: at most so many events and bytes, but at least one event when there is any.
   * Nothing beyond them is read. Throws a `RowError` for a row that is not as it was written.
   */
  frames(
    session: number,
    after: number,
    { events, bytes }: FrameLimit,
  ): readonly Uint8Array[] {
    const place = [session, after, after + events] as const;
    const { frames: rows, framesSize } = this.#statements;
    const frames: Uint8Array[] = [];
    let size = 0;
    // Row by row costs half as much again as all at once, and what is large must not be read all at once.
    const isSmall = integerAt(rowOf(framesSize.get(...place)), 0) <= bytes;
    const found = isSmall ? rows.all(...place) : rows.iterate(...place);
    for (const row of found) {
      const frame = frameOf(rowOf(row), after + 1 + frames.length);
      size += frame.length;
      if (frames.length > 0 && size > bytes) break;
      frames.push(frame);
    }
    return frames;
  }

  /** All sealed parts after a sequence, with their frames. */
  sealed(session: number, after: number): readonly SealedRow[] {
    return this.#statements.sealed.all(session, after).map((found) => {
      const row = rowOf(found);
      const sequence = integerAt(row, 0);
      const frame = frameOf(row, sequence);
      return { frame, sequence, sealed: textAt(row, 2) };
    });
  }

  /** From here on the session is in no list; its events go with `removeSome`. */
  markDeleted(session: number): void {
    this.#statements.markDeleted.run(session);
  }

  /** Removes a part of what a deleted session has left; true when nothing is left, its header included. */
  removeSome(session: number): boolean {
    const { changes } = this.#statements.removeEvents.run(
      session,
      session,
      DELETED_AT_ONCE,
    );
    if (Number(changes) > 0) return false;
    this.#statements.removeOpenings.run(session);
    this.#statements.removeSession.run(session);
    return true;
  }

  /** Empties the write-ahead file, so that nothing of what was deleted stays in it. */
  truncateLog(): void {
    this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #setSynchronous(mode: "NORMAL" | "FULL"): void {
    if (this.#synchronous === mode) return;
    this.#database.exec(`PRAGMA synchronous = ${mode}`);
    this.#synchronous = mode;
  }

  /** Some failures end the transaction by themselves. */
  #rollback(): void {
    if (!this.#database.isTransaction) return;
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // The failure that led here is the one to tell.
    }
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  return {
    begin: prepare("BEGIN IMMEDIATE"),
    commit: prepare("COMMIT"),
    count: prepare(
      "UPDATE progress SET commits = commits + 1 WHERE id = 1 RETURNING commits",
    ),
    addSession: prepare(
      "INSERT INTO sessions (session_id, viewer_id, lab_id, title, created_at) VALUES (?, ?, ?, ?, ?)",
    ),
    sessions: prepare(
      "SELECT session, session_id, viewer_id, lab_id, title, created_at, deleted FROM sessions ORDER BY session",
    ),
    addOpening: prepare("INSERT INTO openings VALUES (?, ?, ?)"),
    openings: prepare(
      "SELECT first_sequence, mark FROM openings WHERE session = ? ORDER BY first_sequence",
    ),
    // A text becomes bytes in SQLite, which saves making a buffer of it first.
    addEvent: prepare(
      "INSERT INTO events (session, sequence, frame, sealed, checksum) VALUES (?, ?, CAST(? AS BLOB), ?, ?)",
    ),
    latest: prepare(
      "SELECT coalesce(max(sequence), 0) FROM events WHERE session = ?",
    ),
    frames: prepare(
      "SELECT sequence, frame, sealed, checksum FROM events WHERE session = ? AND sequence > ? AND sequence <= ? ORDER BY sequence",
    ),
    framesSize: prepare(
      "SELECT coalesce(sum(octet_length(frame)), 0) + coalesce(sum(octet_length(sealed)), 0) FROM events WHERE session = ? AND sequence > ? AND sequence <= ?",
    ),
    sealed: prepare(
      "SELECT sequence, frame, sealed, checksum FROM events WHERE session = ? AND sequence > ? AND sealed IS NOT NULL ORDER BY sequence",
    ),
    markDeleted: prepare("UPDATE sessions SET deleted = 1 WHERE session = ?"),
    removeEvents: prepare(
      "DELETE FROM events WHERE session = ? AND sequence IN (SELECT sequence FROM events WHERE session = ? LIMIT ?)",
    ),
    removeOpenings: prepare("DELETE FROM openings WHERE session = ?"),
    removeSession: prepare("DELETE FROM sessions WHERE session = ?"),
  };
}

function toSessionRow(found: unknown): SessionRow {
  const values = rowOf(found);
  return {
    session: integerAt(values, 0),
    header: {
      sessionId: textAt(values, 1),
      viewerId: textAt(values, 2),
      labId: textAt(values, 3),
      title: textAt(values, 4),
      createdAt: textAt(values, 5),
    },
    isDeleted: integerAt(values, 6) !== 0,
  };
}

/** The frame of a row of an event, which must be the expected one, and as it was written. */
function frameOf(values: SqliteRow, expected: number): Uint8Array {
  const frame = bytesAt(values, 1);
  if (integerAt(values, 0) !== expected)
    throw new RowError(`Event ${expected} is missing.`);
  const isWhole =
    checksumOf(frame, optionalTextAt(values, 2)) === integerAt(values, 3);
  if (!isWhole) throw new RowError(`Event ${expected} is damaged.`);
  return frame;
}

/** CRC-32 over the frame and what was sealed with it: it finds damage, it does not stop a forger. */
function checksumOf(
  frame: string | Uint8Array,
  sealed: string | undefined,
): number {
  const ofFrame = crc32(frame);
  return sealed === undefined ? ofFrame : crc32(sealed, ofFrame);
}
