/** Later versions of the database: reached whole from every earlier one, or not at all. */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { openConnection } from "../../src/events/sqlite-connection.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { MIGRATIONS } from "../../src/events/sqlite-schema.ts";
import { StoreOpenError } from "../../src/events/store-open-error.ts";
import {
  appendAndSettle,
  completed,
  deltas,
  header,
  readAll,
  SESSION_A,
} from "../../src/testing/event-log-samples.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-migrations-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What later versions could need: a column that is filled from the rows, then a table that is made anew of another. */
const WITH_BYTES = `
  ALTER TABLE events ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE events SET bytes = length(frame);
`;
const WITH_SIZES = `
  CREATE TABLE sizes (session INTEGER PRIMARY KEY, events INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO sizes SELECT session, count(*), sum(bytes) FROM events GROUP BY session;
`;
const LATER = [...MIGRATIONS, WITH_BYTES, WITH_SIZES];
const EVENTS = 301;

/** A folder with a session, as this version writes it. */
async function folderOfNow(): Promise<string> {
  const folder = mkdtempSync(path.join(root, "f-"));
  const store = await SqliteEventStore.open({ folder });
  const log = await store.create(header());
  await appendAndSettle(log, [...deltas(300), completed({ n: 1 })]);
  await store.close();
  return folder;
}

function connect(folder: string, migrations: readonly string[]): DatabaseSync {
  return openConnection({
    path: path.join(folder, "studio.db"),
    holderPath: path.join(folder, "studio.lock"),
    markPath: path.join(folder, "studio.mark"),
    migrations,
  });
}

const rowOf = (database: DatabaseSync, sql: string): unknown => ({
  ...database.prepare(sql).get(),
});

/** What is there when it is opened with those migrations. */
function look(folder: string, migrations: readonly string[]): unknown {
  const database = connect(folder, migrations);
  try {
    return {
      ...(rowOf(database, "PRAGMA user_version") as object),
      ...(rowOf(database, "SELECT count(*) AS events FROM events") as object),
      schema: database
        .prepare("SELECT sql FROM sqlite_schema ORDER BY name")
        .all()
        .map((row) => row["sql"]),
    };
  } finally {
    database.close();
  }
}

async function expectWholeAsOfNow(folder: string): Promise<void> {
  const store = await SqliteEventStore.open({ folder });
  const events = await readAll(store.reader(SESSION_A)!);
  await store.close();
  expect(events).toHaveLength(EVENTS);
}

describe("[fault-016] a database of an earlier version", () => {
  it("is brought to the latest, each step on what the one before made", async () => {
    const folder = await folderOfNow();
    const database = connect(folder, LATER);
    expect(rowOf(database, "PRAGMA user_version")).toEqual({ user_version: 3 });
    const sizes = rowOf(database, "SELECT events, bytes FROM sizes");
    expect(sizes).toMatchObject({ events: EVENTS });
    expect(sizes).not.toMatchObject({ bytes: 0 });
    database.close();
  });

  it("has the same schema in the end, whichever version it began with", async () => {
    const straight = await folderOfNow();
    const inTurn = mkdtempSync(path.join(root, "copy-"));
    cpSync(straight, inTurn, { recursive: true });
    look(inTurn, LATER.slice(0, -1));
    expect(look(inTurn, LATER)).toEqual(look(straight, LATER));
    const afresh = mkdtempSync(path.join(root, "new-"));
    expect(look(afresh, LATER)).toMatchObject({ user_version: 3, events: 0 });
  });

  it("is not read by an earlier program afterwards, and nothing of it is changed", async () => {
    const folder = await folderOfNow();
    const migrated = look(folder, LATER);
    const opened = SqliteEventStore.open({ folder });
    await expect(opened).rejects.toBeInstanceOf(StoreOpenError);
    await expect(opened).rejects.toMatchObject({ problem: "newer" });
    expect(look(folder, LATER)).toEqual(migrated);
  });

  it("stays what it was when a step fails, and the next start tries again", async () => {
    const folder = await folderOfNow();
    const before = look(folder, MIGRATIONS);
    const broken = [...LATER.slice(0, -1), "INSERT INTO nowhere VALUES (1)"];
    expect(() => connect(folder, broken)).toThrow(StoreOpenError);
    expect(look(folder, MIGRATIONS)).toEqual(before);
    await expectWholeAsOfNow(folder);
    expect(look(folder, LATER)).toMatchObject({ user_version: 3 });
  });

  it.each([
    ["before the first step", [...MIGRATIONS, "SELECT die();", WITH_BYTES]],
    ["between two steps", [...MIGRATIONS, WITH_BYTES, "SELECT die();"]],
    ["after the last step", [...LATER, "SELECT die();"]],
  ])(
    "stays what it was when its process is killed %s",
    async (_, migrations) => {
      const folder = await folderOfNow();
      const before = look(folder, MIGRATIONS);
      const script = path.join(import.meta.dirname, "migrate-run.ts");
      const child = spawnSync(process.execPath, [
        script,
        folder,
        JSON.stringify(migrations),
      ]);
      expect(child.stderr.toString()).toBe("");
      expect(child.signal).toBe("SIGKILL");
      expect(look(folder, MIGRATIONS)).toEqual(before);
      await expectWholeAsOfNow(folder);
      expect(look(folder, LATER)).toMatchObject({ user_version: 3 });
    },
  );

  it("is migrated also from the file that was kept of version 1", () => {
    const folder = mkdtempSync(path.join(root, "kept-"));
    const kept = "../../../../fixtures/store/version-1.db";
    copyFileSync(
      path.join(import.meta.dirname, kept),
      path.join(folder, "studio.db"),
    );
    expect(look(folder, LATER)).toMatchObject({ user_version: 3 });
  });
});
