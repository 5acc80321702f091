/** One value that can be watched; what `useSyncExternalStore` needs. */
export interface ReadableCell<T> {
  readonly get: () => T;
  /** Calls back after each change; the answer ends that and may be used twice. */
  readonly subscribe: (changed: () => void) => () => void;
}

export interface Cell<T> extends ReadableCell<T> {
  /** Watchers hear of it only when the value is another one. */
  readonly set: (value: T) => void;
}

/** A cell that holds `initial`. */
export function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of [...watchers]) watcher();
    },
    subscribe(changed) {
      const watcher = () => changed();
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
