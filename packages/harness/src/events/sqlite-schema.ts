/** The shape of the database, version by version. A version that was released never changes; the next one is added. */
import { DatabaseSync } from "node:sqlite";

/** Marks the file as ours: "agst" as a big-endian number, kept in the database header. */
export const APPLICATION_ID = 0x61677374;

const VERSION_1 = `
  CREATE TABLE sessions (
    session INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL UNIQUE,
    viewer_id TEXT NOT NULL,
    lab_id TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE openings (
    session INTEGER NOT NULL,
    first_sequence INTEGER NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (session, first_sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE events (
    session INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    frame BLOB NOT NULL,
    sealed TEXT,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (session, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sealed_events ON events (session, sequence) WHERE sealed IS NOT NULL;
  CREATE TABLE progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    commits INTEGER NOT NULL
  ) STRICT;
  INSERT INTO progress VALUES (1, 0);
`;

/** What makes version n + 1 of version n, in order; each runs in the one transaction of a migration. */
export const MIGRATIONS: readonly string[] = [VERSION_1];

/** Brings a database to the latest version, whole or not at all. */
export function migrate(
  database: DatabaseSync,
  from: number,
  migrations: readonly string[] = MIGRATIONS,
): void {
  if (from >= migrations.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of migrations.slice(from)) database.exec(step);
    database.exec(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`,
    );
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Whether a database has every table and index that these migrations make, as they make them. */
export function isShapedLike(
  database: DatabaseSync,
  migrations: readonly string[],
): boolean {
  const model = new DatabaseSync(":memory:");
  try {
    for (const step of migrations) model.exec(step);
    const shape = shapeOf(database);
    return [...shapeOf(model)].every((part) => shape.has(part));
  } finally {
    model.close();
  }
}

function shapeOf(database: DatabaseSync): ReadonlySet<string> {
  const select = database.prepare("SELECT name, sql FROM sqlite_schema");
  return new Set(select.all().map((row) => JSON.stringify(row)));
}
