/** A deletion that the disk had no room for is carried out all the same, when it has. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SessionRemover } from "../../src/sessions/session-remover.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const held = new Set(["a", "b"]);
  const disk = { isFull: true, isReadOnly: false };
  const defects: unknown[] = [];
  const store = {
    delete: async (sessionId: string): Promise<void> => {
      if (disk.isFull) throw new Error("no room");
      held.delete(sessionId);
    },
  };
  const files = new Set(["a", "b"]);
  const removeFiles = async (sessionId: string): Promise<void> => {
    if (disk.isReadOnly) throw new Error("read-only");
    files.delete(sessionId);
  };
  const onDefect = (error: unknown) => defects.push(error);
  const remover = new SessionRemover({ store, removeFiles, onDefect });
  return { held, files, disk, defects, remover };
}

describe("a deletion that fails", () => {
  it("is told, and tried again until there is room", async () => {
    const { held, disk, remover } = start();
    await expect(remover.remove("a")).rejects.toThrow("no room");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([...held]).toEqual(["a", "b"]);
    disk.isFull = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect([...held]).toEqual(["b"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is tried again for the files that a read-only folder kept", async () => {
    const { files, disk, remover } = start();
    Object.assign(disk, { isFull: false, isReadOnly: true });
    await expect(remover.remove("a")).rejects.toThrow("read-only");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([...files]).toEqual(["a", "b"]);
    disk.isReadOnly = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect([...files]).toEqual(["b"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is tried once more when the process ends, and then told as a defect", async () => {
    const { held, disk, defects, remover } = start();
    await expect(remover.remove("a")).rejects.toThrow();
    await expect(remover.remove("b")).rejects.toThrow();
    disk.isFull = false;
    await remover.close();
    expect([...held]).toEqual([]);
    expect(defects).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
