/**
 * Opens the one connection that a process has to its database: exclusive, in WAL mode, of a version that this program
 * knows. What does not open is told in a sentence, and is left as it was.
 */
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expectedCommits } from "./commit-mark.ts";
import { readHolder } from "./folder-holder.ts";
import { integerAt, RowError, rowOf, textAt } from "./sqlite-row.ts";
import { requireWritable } from "./require-writable.ts";
import {
  APPLICATION_ID,
  isShapedLike,
  migrate,
  MIGRATIONS,
} from "./sqlite-schema.ts";
import { StoreOpenError } from "./store-open-error.ts";

/** Result codes of SQLite, by its documentation; extended codes carry them in their low byte. */
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const PRIMARY_CODE_MASK = 0xff;
/** The version before it may damage a write-ahead log that two connections share (sqlite.org, release 3.51.3). */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** How long another process may take to let go, in milliseconds: a server that is being stopped. */
const BUSY_LIMIT_MS = 2000;

/**
 * After so many pages the write-ahead file is put into the database, within a commit and with fsync: 1,000 pages, as is
 * usual, hold the loop for twice as long.
 */
const CHECKPOINT_PAGES = 400;

export interface SqliteConnectionOptions {
  readonly path: string;
  /** Names the process that holds the folder. */
  readonly holderPath: string;
  /** Says how many commits the database must have; see `CommitMark`. */
  readonly markPath: string;
  /** For tests of the machinery; the product's own by default. */
  readonly migrations?: readonly string[];
}

/** Opens, checks and, where needed, makes or migrates the database. Throws a `StoreOpenError`. */
export function openConnection(options: SqliteConnectionOptions): DatabaseSync {
  const { path, holderPath, markPath, migrations = MIGRATIONS } = options;
  let database: DatabaseSync | undefined;
  try {
    requireWritable([path, `${path}-wal`, holderPath, markPath]);
    const isNew = !existsSync(path);
    requireCommits(isFilled(path) ? inspect(path, migrations) : 0, options);
    database = new DatabaseSync(path, { timeout: BUSY_LIMIT_MS });
    if (isNew) chmodSync(path, 0o600);
    // Before the first access, so that the write-ahead index needs no file that others could map.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON");
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.exec("BEGIN IMMEDIATE; COMMIT");
    migrate(database, pragma(database, "user_version"), migrations);
    return database;
  } catch (error) {
    if (database?.isOpen === true) database.close();
    throw explain(error, options);
  }
}

/** The primary result code of an error of SQLite; undefined for another error. */
export function sqliteCodeOf(error: unknown): number | undefined {
  const isOurs = error instanceof Error && "errcode" in error;
  if (!isOurs || typeof error.errcode !== "number") return undefined;
  return error.errcode & PRIMARY_CODE_MASK;
}

/** To look into an empty file would already remove the write-ahead file beside it. */
function isFilled(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Looks without changing anything: a connection that only reads makes files beside the database, which go again. Gives
 * the number of commits that it has.
 */
function inspect(path: string, migrations: readonly string[]): number {
  const made = [`${path}-shm`, `${path}-wal`].filter(
    (file) => !existsSync(file),
  );
  const database = new DatabaseSync(path, {
    readOnly: true,
    timeout: BUSY_LIMIT_MS,
  });
  try {
    requireSafeSqlite(database);
    requireKnown(database, migrations);
    requireWhole(database);
    return commitsOf(database);
  } finally {
    database.close();
    for (const file of made) rmSync(file, { force: true });
  }
}

function requireKnown(
  database: DatabaseSync,
  migrations: readonly string[],
): void {
  if (isEmpty(database)) return;
  const known = migrations.length;
  const version = pragma(database, "user_version");
  if (pragma(database, "application_id") !== APPLICATION_ID)
    throw damaged("It was not written by Agent Studio.");
  if (version > known) throw newer(version, known);
  if (version < 1 || !isShapedLike(database, migrations.slice(0, version)))
    throw damaged("Its tables are not those of its version.");
}

/** A file without any table is one that an opening made and did not come to fill. */
function isEmpty(database: DatabaseSync): boolean {
  const version = pragma(database, "user_version");
  return version === 0 && pragma(database, "schema_version") === 0;
}

function commitsOf(database: DatabaseSync): number {
  if (isEmpty(database)) return 0;
  const select = database.prepare("SELECT commits FROM progress");
  select.setReturnArrays(true);
  return integerAt(rowOf(select.get()), 0);
}

/** Before anything is opened for writing: that alone would put a write-ahead file that is cut into the database. */
function requireCommits(
  commits: number,
  { markPath }: SqliteConnectionOptions,
): void {
  const missing = expectedCommits(markPath) - commits;
  if (missing <= 0) return;
  throw new StoreOpenError(
    "shortened",
    `The data folder has lost its last ${missing} commits: the database or its write-ahead file is missing, is older or is cut. Put the whole folder back from a copy; to go on with what is left, remove ${basename(markPath)}. Nothing was changed.`,
  );
}

function requireWhole(database: DatabaseSync): void {
  const check = database.prepare("PRAGMA quick_check(1)");
  check.setReturnArrays(true);
  if (textAt(rowOf(check.get()), 0) !== "ok")
    throw damaged("Its pages do not fit together.");
}

function requireSafeSqlite(database: DatabaseSync): void {
  const select = database.prepare("SELECT sqlite_version()");
  select.setReturnArrays(true);
  const version = textAt(rowOf(select.get()), 0);
  const parts = version.split(".").map(Number);
  const different = OLDEST_SQLITE.findIndex(
    (part, index) => part !== parts[index],
  );
  const isOlder =
    different !== -1 &&
    (parts[different] ?? 0) < (OLDEST_SQLITE[different] ?? 0);
  if (isOlder)
    throw new StoreOpenError(
      "unreadable",
      `This Node brings SQLite ${version}, which can damage a database. Use a Node with SQLite ${OLDEST_SQLITE.join(".")} or later.`,
    );
}

function pragma(database: DatabaseSync, name: string): number {
  const statement = database.prepare(`PRAGMA ${name}`);
  statement.setReturnArrays(true);
  return integerAt(rowOf(statement.get()), 0);
}

function explain(
  error: unknown,
  { path, holderPath }: SqliteConnectionOptions,
): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  const code = sqliteCodeOf(error);
  if (code === BUSY) return inUse(holderPath, error);
  if (code === CORRUPT || code === NOT_A_DATABASE || error instanceof RowError)
    return damaged("It can't be read as a database.", error);
  return new StoreOpenError(
    "unreadable",
    `The database ${basename(path)} in ${dirname(path)} can't be opened. Check that this user may read and write that folder and that the disk has room.`,
    { cause: error },
  );
}

function inUse(holderPath: string, cause: unknown): StoreOpenError {
  const holder = readHolder(holderPath);
  const who =
    holder === undefined
      ? "Another program"
      : `Another Agent Studio (process ${holder.pid}, started ${holder.startedAt})`;
  return new StoreOpenError(
    "in_use",
    `${who} uses the data folder ${dirname(holderPath)}. Stop it first, or choose another folder with STUDIO_DATA_DIR.`,
    { cause },
  );
}

function damaged(what: string, cause?: unknown): StoreOpenError {
  return new StoreOpenError(
    "damaged",
    `The database of the data folder is damaged. ${what} Nothing was changed: put a copy back, or move the folder away to start afresh.`,
    cause === undefined ? {} : { cause },
  );
}

function newer(version: number, known: number): StoreOpenError {
  return new StoreOpenError(
    "newer",
    `The database of the data folder has version ${version}; this Agent Studio knows versions up to ${known}. Use a later Agent Studio. Nothing was changed.`,
  );
}
