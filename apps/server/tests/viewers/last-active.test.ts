import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SqliteViewerRegistry } from "../../src/viewers/sqlite-viewer-registry.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-active-"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const open = () =>
  new SqliteViewerRegistry({ path: join(folder, "viewers.db"), now: () => 0 });

/** What a process would find that started now. */
function onDisk(): unknown {
  const database = new DatabaseSync(join(folder, "viewers.db"), {
    readOnly: true,
  });
  const row = database.prepare("SELECT viewer_id FROM last_active").get();
  database.close();
  return row?.["viewer_id"];
}

describe("who was active last", () => {
  it("is known at once, and written at once for the first of a second only", () => {
    const viewers = open();
    for (const viewer of ["a", "b", "c", "a", "b"]) viewers.noteActive(viewer);
    expect(viewers.lastActive()).toBe("b");
    expect(onDisk()).toBe("a");
    vi.advanceTimersByTime(1000);
    expect(onDisk()).toBe("b");
    viewers.close();
  });

  it("is written again at once after a quiet second", () => {
    const viewers = open();
    viewers.noteActive("a");
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
    viewers.noteActive("b");
    expect(onDisk()).toBe("b");
    viewers.close();
  });

  it("is written before the file is closed", () => {
    const viewers = open();
    viewers.noteActive("a");
    viewers.noteActive("b");
    viewers.close();
    viewers.close();
    expect(onDisk()).toBe("b");
    const later = open();
    expect(later.lastActive()).toBe("b");
    later.close();
  });
});
