/** Small things a browser keeps. Private windows and full disks refuse: then nothing is kept, and nothing breaks. */
export interface BrowserStorage {
  read(key: string): string | null;
  /** Writes, or removes when `value` is null. */
  write(key: string, value: string | null): void;
}

/** Storage over `localStorage`, which may throw even when it is looked up. */
export function createBrowserStorage(find: () => Storage): BrowserStorage {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(find());
    } catch {
      return null;
    }
  };
  return {
    read: (key) => attempt((storage) => storage.getItem(key)),
    write: (key, value) =>
      void attempt((storage) =>
        value === null ? storage.removeItem(key) : storage.setItem(key, value),
      ),
  };
}
