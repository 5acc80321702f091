/** What is in the folder outlives the process, and what is wrong with the folder is told before anything is changed. */
import { spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { isEffectEvent } from "@agent-studio/shared";
import type { EventStore } from "../../src/events/event-store.ts";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { StoreOpenError } from "../../src/events/store-open-error.ts";
import {
  PAGE_BYTES,
  SESSION_A,
  SESSION_B,
  appendAndSettle,
  atId,
  closing,
  completed,
  delta,
  deltas,
  header,
  readAll,
} from "../../src/testing/event-log-samples.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-durable-"));
const stores: EventStore[] = [];

afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

const newFolder = (): string => mkdtempSync(path.join(root, "f-"));

async function open(folder: string): Promise<SqliteEventStore> {
  const store = await SqliteEventStore.open({ folder });
  stores.push(store);
  return store;
}

/** A folder as a killed process leaves it: with what was committed, and nothing tidied up. */
async function killedFolder(fill: (store: EventStore) => Promise<void>) {
  const folder = newFolder();
  const store = await open(folder);
  await fill(store);
  const left = newFolder();
  cpSync(folder, left, { recursive: true });
  return left;
}

async function filled(store: EventStore): Promise<void> {
  const log = await store.create(header());
  await appendAndSettle(log, [...deltas(300), completed({ n: 1 })]);
  await appendAndSettle(log, [closing("shutdown")]);
}

const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(path.join(folder, name)))
          .digest("hex"),
      ]),
  );

function flip(file: string, offset: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.from("@@@@"), 0, 4, offset);
  closeSync(handle);
}

async function refusal(folder: string): Promise<StoreOpenError> {
  const opened: unknown = await SqliteEventStore.open({ folder }).catch(
    (error: unknown) => error,
  );
  if (opened instanceof SqliteEventStore) stores.push(opened);
  expect(opened).toBeInstanceOf(StoreOpenError);
  return opened as StoreOpenError;
}

describe("a folder that is opened again", () => {
  it("has every event with its id, its sealed part and its place, and numbers on", async () => {
    const folder = newFolder();
    const first = await open(folder);
    const log = await first.create(header());
    const stored = await appendAndSettle(log, [
      delta("字"),
      completed({ deep: ["sealed"] }),
    ]);
    await first.close();
    const second = await open(folder);
    expect(await second.list()).toEqual([header()]);
    const reader = second.reader(SESSION_A)!;
    expect(await readAll(reader)).toEqual(stored);
    expect(await reader.locate(atId(stored[1]!.eventId))).toEqual({ after: 2 });
    const next = await second.open(SESSION_A);
    expect(await next.sealed(0)).toEqual([
      {
        sequence: 2,
        type: "assistant.completed",
        sealed: { deep: ["sealed"] },
      },
    ]);
    const [third] = await appendAndSettle(next, [delta("on")]);
    expect(third?.sequence).toBe(3);
    expect(third?.eventId.slice(0, 26)).not.toBe(
      stored[0]!.eventId.slice(0, 26),
    );
  });

  it("has everything that was committed when its process was killed", async () => {
    const left = await killedFolder(filled);
    const store = await open(left);
    expect(await readAll(store.reader(SESSION_A)!)).toHaveLength(302);
  });

  it("serves old events from the database in the very bytes in which they were sent", async () => {
    const folder = newFolder();
    const store = await SqliteEventStore.open({
      folder,
      maxEvents: 10,
      slabBytes: 1000,
    });
    stores.push(store);
    const log = await store.create(header());
    const pages: Buffer[] = [];
    for (let batch = 0; batch < 40; batch += 1) {
      await appendAndSettle(log, deltas(25));
      const page = await log.reader.read(batch * 25, PAGE_BYTES);
      pages.push(Buffer.from(page.frames));
    }
    const whole: Buffer[] = [];
    for (let after = 0; after < 1000;) {
      const page = await log.reader.read(after, 4000);
      expect(page.frames.length).toBeLessThanOrEqual(4000);
      whole.push(page.frames);
      after = page.last;
    }
    const live = Buffer.concat(whole);
    expect(live.subarray(0, pages[0]!.length).equals(pages[0]!)).toBe(true);
    expect(await readAll(log.reader)).toHaveLength(1000);
  });

  it("gives watchers at the same old place the very same page", async () => {
    const folder = newFolder();
    const first = await open(folder);
    await filled(first);
    await first.close();
    const reader = (await open(folder)).reader(SESSION_A)!;
    const [a, b] = [await reader.read(0, 4000), await reader.read(0, 4000)];
    expect(a.frames).toBe(b.frames);
  });

  it("finishes a deletion that its process did not", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const log = await store.create(header());
    await appendAndSettle(log, deltas(5000));
    const deleted = store.delete(SESSION_A);
    const left = newFolder();
    cpSync(folder, left, { recursive: true });
    await deleted;
    const again = await open(left);
    expect(await again.list()).toEqual([]);
  });
});

describe("a deletion", () => {
  it("leaves nothing of the session in any file", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const log = await store.create(header());
    await store.create(header(SESSION_B));
    await appendAndSettle(log, [
      delta("CANARY-frame".repeat(500)),
      completed("CANARY-sealed".repeat(500)),
    ]);
    await store.delete(SESSION_A);
    await store.close();
    for (const name of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, name), "latin1");
      expect(text.includes("CANARY")).toBe(false);
      expect(text.includes(SESSION_A)).toBe(false);
    }
  });
});

describe("[fault-009] a folder that can't be used", () => {
  it("is refused while another process holds it, and the sentence says which one", async () => {
    const folder = newFolder();
    const script = path.join(import.meta.dirname, "hold-folder-run.ts");
    const child = spawn(process.execPath, [script, folder], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const error = await refusal(folder);
    expect(error.problem).toBe("in_use");
    expect(error.message).toContain(`process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    const store = await open(folder);
    expect(await store.list()).toEqual([header()]);
  }, 20_000);

  it("is refused for a second store of the same process", async () => {
    const folder = newFolder();
    await open(folder);
    expect((await refusal(folder)).problem).toBe("in_use");
  }, 20_000);

  const damages: readonly (readonly [string, (folder: string) => void])[] = [
    [
      "holds no database",
      (folder) => {
        flip(path.join(folder, "studio.db"), 0);
      },
    ],
    [
      "has a database with pages that do not fit",
      (folder) => {
        const file = path.join(folder, "studio.db");
        const { size } = statSync(file);
        for (let page = 4096; page < size; page += 4096) flip(file, page);
      },
    ],
    [
      "has a database that is cut",
      (folder) => {
        truncateSync(path.join(folder, "studio.db"), 4096 * 3);
      },
    ],
  ];

  it.each(damages)(
    "is refused and left as it was when it %s",
    async (_, damage) => {
      const folder = newFolder();
      const store = await open(folder);
      await filled(store);
      await store.close();
      damage(folder);
      const before = bytesOf(folder);
      expect((await refusal(folder)).problem).toBe("damaged");
      expect(bytesOf(folder)).toEqual(before);
    },
  );

  const losses: readonly (readonly [string, (folder: string) => void])[] = [
    [
      "and the database are missing",
      (folder) => {
        rmSync(path.join(folder, "studio.db"));
        rmSync(path.join(folder, "studio.db-wal"));
      },
    ],
    [
      "is whole and the database is empty",
      (folder) => {
        truncateSync(path.join(folder, "studio.db"), 0);
      },
    ],
    ["is missing", (folder) => rmSync(path.join(folder, "studio.db-wal"))],
    [
      "is cut",
      (folder) => {
        const file = path.join(folder, "studio.db-wal");
        truncateSync(file, statSync(file).size - 5000);
      },
    ],
    [
      "has a flipped byte",
      (folder) => {
        const file = path.join(folder, "studio.db-wal");
        flip(file, statSync(file).size - 9000);
      },
    ],
  ];

  it.each(losses)(
    "is refused, not served shortened, and left as it was when its write-ahead file %s",
    async (_, lose) => {
      const folder = await killedFolder(filled);
      lose(folder);
      const before = bytesOf(folder);
      expect((await refusal(folder)).problem).toBe("shortened");
      expect(bytesOf(folder)).toEqual(before);
    },
  );

  it("is refused when a later version wrote it", async () => {
    const folder = newFolder();
    await (await open(folder)).close();
    const database = new DatabaseSync(path.join(folder, "studio.db"));
    database.exec("PRAGMA user_version = 99");
    database.close();
    const before = bytesOf(folder);
    const error = await refusal(folder);
    expect(error.problem).toBe("newer");
    expect(error.message).toContain("99");
    expect(bytesOf(folder)).toEqual(before);
  });

  it("is refused when its database is another program's", async () => {
    const folder = newFolder();
    const database = new DatabaseSync(path.join(folder, "studio.db"));
    database.exec("CREATE TABLE theirs (a)");
    database.close();
    expect((await refusal(folder)).problem).toBe("damaged");
  });
});

describe("one damaged session", () => {
  it("is unavailable, and the rest works", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await filled(store);
    const other = await store.create(header(SESSION_B));
    await appendAndSettle(other, [delta("whole")]);
    await store.close();
    const database = new DatabaseSync(path.join(folder, "studio.db"));
    database.exec(
      "UPDATE events SET frame = CAST('id: forged' AS BLOB) WHERE session = 1 AND sequence = 7",
    );
    database.close();
    const again = await open(folder);
    await expect(
      again.reader(SESSION_A)!.read(0, PAGE_BYTES),
    ).rejects.toMatchObject({ code: "unavailable" });
    expect(await readAll(again.reader(SESSION_B)!)).toHaveLength(1);
  });

  it("is found when an event of it is missing", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await filled(store);
    await store.close();
    const database = new DatabaseSync(path.join(folder, "studio.db"));
    database.exec("DELETE FROM events WHERE session = 1 AND sequence = 7");
    database.close();
    const again = await open(folder);
    await expect(readAll(again.reader(SESSION_A)!)).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

describe("a database of an earlier version", () => {
  it.each(
    readdirSync(
      path.join(import.meta.dirname, "../../../../fixtures/store"),
    ).filter((name) => name.endsWith(".db")),
  )("loads for ever: %s", async (name) => {
    const folder = newFolder();
    copyFileSync(
      path.join(import.meta.dirname, "../../../../fixtures/store", name),
      path.join(folder, "studio.db"),
    );
    const store = await open(folder);
    const [session] = await store.list();
    const events = await readAll(store.reader(session!.sessionId)!);
    expect(events.map(({ type }) => type)).toEqual([
      "session.started",
      "run.started",
      "user.message",
      "assistant.completed",
      "run.completed",
    ]);
    expect(events.some(isEffectEvent)).toBe(true);
    const log = await store.open(session!.sessionId);
    expect(await log.sealed(0)).toHaveLength(2);
    expect(existsSync(path.join(folder, "studio.lock"))).toBe(true);
  });
});
