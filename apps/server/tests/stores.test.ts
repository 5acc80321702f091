/** What a data folder holds when it is opened, and the sentence when its file of viewers can't be used. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreOpenError } from "@agent-studio/harness";
import { afterAll, describe, expect, it } from "vitest";
import { prepareDataFolder } from "../src/data-folder.ts";
import { openStores, type Stores } from "../src/stores.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-stores-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open = (dataDir: string): Promise<Stores> =>
  openStores({ store: "sqlite", dataDir, maxEventsInMemory: 1000 });

async function close({ events, viewers }: Stores): Promise<void> {
  viewers.close();
  await events.close();
}

/** A folder with two viewers and a session of the second one; the first acted last. */
async function usedFolder() {
  const folder = mkdtempSync(path.join(root, "f-"));
  const stores = await open(folder);
  const first = await stores.viewers.create();
  const second = await stores.viewers.create();
  await stores.events.create({
    sessionId: "ses_0123456789abcdefghijk",
    viewerId: second.viewerId,
    labId: "lab",
    title: "A session",
    createdAt: "2026-11-30T12:00:00.000Z",
  });
  stores.viewers.noteActive(first.viewerId);
  await close(stores);
  return { folder, file: path.join(folder, "viewers.db"), first, second };
}

describe("a data folder that is not there", () => {
  it("is made for its owner alone, with what leads to it", () => {
    const folder = path.join(root, "new", "deep");
    prepareDataFolder(folder);
    prepareDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each(["/proc/studio/data", path.join(import.meta.filename, "data")])(
    "is told of at once where none can be made: %s",
    (folder) => {
      expect(() => prepareDataFolder(folder)).toThrow(/ENOENT|ENOTDIR|EACCES/);
    },
  );
});

describe("a data folder with something else in its way", () => {
  it.each(["", "sessions"])("is told of at once: a file at <%s>", (place) => {
    const folder = path.join(root, `in the way ${place}`);
    const file = path.join(folder, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "mine");
    expect(() => prepareDataFolder(folder)).toThrow(/ENOTDIR/);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});

describe("a data folder that is opened again", () => {
  it("knows its viewers by their cookies, and who acted last", async () => {
    const { folder, first, second } = await usedFolder();
    const stores = await open(folder);
    expect(await stores.viewers.find(second.token)).toBe(second.viewerId);
    expect(await stores.viewers.find("another")).toBeUndefined();
    expect(stores.viewers.lastActive()).toBe(first.viewerId);
    await close(stores);
  });

  it("lets the owner of the newest session in by a link when the file of viewers was removed", async () => {
    const { folder, file, second } = await usedFolder();
    rmSync(file);
    const stores = await open(folder);
    expect(await stores.viewers.find(second.token)).toBeUndefined();
    expect(stores.viewers.lastActive()).toBe(second.viewerId);
    await close(stores);
  });

  it.each([
    [
      "is no database",
      "damaged",
      (file: string) =>
        writeFileSync(
          file,
          "no database, but long enough to be looked at ".repeat(100),
        ),
    ],
    [
      "has other tables",
      "damaged",
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec("DROP TABLE tokens; CREATE TABLE tokens (other)");
        database.close();
      },
    ],
    [
      "was written by a later version",
      "newer",
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec("PRAGMA user_version = 99");
        database.close();
      },
    ],
  ])(
    "is refused with a sentence, and left alone, when its file of viewers %s",
    async (_, problem, change) => {
      const { folder, file } = await usedFolder();
      change(file);
      const before = readFileSync(file);
      const refused = open(folder);
      await expect(refused).rejects.toBeInstanceOf(StoreOpenError);
      await expect(refused).rejects.toMatchObject({
        problem,
        message: expect.stringContaining("viewers.db") as string,
      });
      expect(readFileSync(file)).toEqual(before);
      // The folder is not held by who could not open it.
      rmSync(file);
      await close(await open(folder));
    },
  );
});
