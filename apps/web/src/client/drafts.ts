import type { BrowserStorage } from "./browser-storage.ts";

/** Unsent messages, by session; they outlive reloads and switching. */
export interface Drafts {
  read(sessionId: string): string;
  write(sessionId: string, text: string): void;
}

/** Drafts in the browser's storage. */
export function createDrafts(storage: BrowserStorage): Drafts {
  const keyOf = (sessionId: string) => `studio.draft.${sessionId}`;
  return {
    read: (sessionId) => storage.read(keyOf(sessionId)) ?? "",
    write: (sessionId, text) =>
      storage.write(keyOf(sessionId), text === "" ? null : text),
  };
}
