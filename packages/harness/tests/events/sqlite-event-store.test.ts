import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { SqliteEventStore } from "../../src/events/sqlite-event-store.ts";
import { eventStoreConformance } from "../../src/testing/index.ts";

const root = mkdtempSync(path.join(tmpdir(), "studio-sqlite-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

eventStoreConformance({
  name: "SqliteEventStore",
  retention: "all",
  create: (setup) =>
    SqliteEventStore.open({
      ...setup,
      folder: mkdtempSync(path.join(root, "store-")),
    }),
});
