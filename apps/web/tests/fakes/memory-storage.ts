import type { BrowserStorage } from "../../src/client/browser-storage.ts";

/** A browser's storage that lasts as long as a test. */
export function createMemoryStorage(): BrowserStorage {
  const kept = new Map<string, string>();
  return {
    read: (key) => kept.get(key) ?? null,
    write(key, value) {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
    },
  };
}
