/** A folder whose files are not what they were is told of, and is left as it is. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { StoreOpenError } from "../../src/events/store-open-error.ts";
import {
  appendAndSettle,
  closing,
  deltas,
  header,
} from "../../src/testing/event-log-samples.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-refused-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const newFolder = (): string => mkdtempSync(path.join(root, "f-"));

/** A folder that was closed, and a copy that a killed process would have left. */
async function usedFolder() {
  const [closed, killed] = [newFolder(), newFolder()];
  const store = await SqliteEventStore.open({ folder: closed });
  const log = await store.create(header());
  await appendAndSettle(log, [...deltas(30), closing("shutdown")]);
  cpSync(closed, killed, { recursive: true });
  await store.close();
  return { closed, killed };
}

const namesIn = (folder: string): readonly string[] =>
  readdirSync(folder).map((name) => {
    const { size, mtimeMs } = statSync(path.join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });

function change(folder: string, sql: string): void {
  const database = new DatabaseSync(path.join(folder, "studio.db"));
  database.exec(sql);
  database.close();
}

async function refusal(folder: string): Promise<StoreOpenError> {
  const before = namesIn(folder);
  const opened: unknown = await SqliteEventStore.open({ folder }).catch(
    (error: unknown) => error,
  );
  if (opened instanceof SqliteEventStore) await opened.close();
  expect(opened).toBeInstanceOf(StoreOpenError);
  expect(namesIn(folder)).toEqual(before);
  return opened as StoreOpenError;
}

describe("[fault-009] a folder", () => {
  it.each(["TABLE openings", "INDEX sealed_events"])(
    "is refused and left as it was when its database lacks the %s",
    async (part) => {
      const { closed } = await usedFolder();
      change(closed, `DROP ${part}`);
      expect((await refusal(closed)).problem).toBe("damaged");
    },
  );

  it.each([0, -3])(
    "is refused and left as it was when its version is %i",
    async (version) => {
      const { closed } = await usedFolder();
      change(closed, `PRAGMA user_version = ${version}`);
      expect((await refusal(closed)).problem).toBe("damaged");
    },
  );

  it.each(["studio.db", "studio.db-wal", "studio.mark", "studio.lock"])(
    "is refused and left as it was when %s is no file",
    async (name) => {
      const { killed } = await usedFolder();
      rmSync(path.join(killed, name));
      mkdirSync(path.join(killed, name));
      const { problem, message } = await refusal(killed);
      expect(problem).toBe("unreadable");
      expect(message).toContain(`${name} in ${killed}`);
    },
  );
});
