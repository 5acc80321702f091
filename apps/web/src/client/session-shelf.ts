/** The sessions beside the open one: listed, watched without a stream of their own, deleted and called back. */
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import type { Clock } from "./clock.ts";
import type { PagePresence } from "./page-presence.ts";
import { createPendingApprovals } from "./pending-approvals.ts";
import type { PendingApprovals } from "./pending-approvals.ts";
import { createPoll } from "./poll.ts";
import { createSessionDeletions } from "./session-deletions.ts";
import type { SessionDeletions } from "./session-deletions.ts";
import type { SessionList } from "./session-list.ts";
import type { StudioStore } from "./studio-store.ts";

/** How often other sessions are asked after while the page is visible. */
export const SHELF_POLL_MS = 10_000;

export interface SessionShelf {
  readonly list: SessionList;
  readonly deletions: SessionDeletions;
  readonly approvals: PendingApprovals;
  /** Keeps all of it fresh while the page is visible. The answer ends that and may be used twice. */
  watch(): () => void;
  /** Reads again what is listed. Never rejects: a failure stands in the list's view. */
  refresh(): Promise<void>;
  /** Reads the approvals themselves as well for as long as someone looks at them. The answer ends that. */
  watchApprovals(): () => void;
  /** Deletes after the undo window. Where it was the open one, `next` opens, or a new one where that is null. */
  delete(sessionId: string, next: string | null): void;
  /** Calls it back, and opens it again where it was open and nobody went elsewhere. */
  undo(sessionId: string): void;
}

export interface SessionShelfOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly presence: PagePresence;
  readonly storage: BrowserStorage;
  readonly list: SessionList;
  readonly studio: StudioStore;
}

/** A shelf that is not watched yet. */
export function createSessionShelf(options: SessionShelfOptions): SessionShelf {
  const { list, presence, clock } = options;
  const approvals = createPendingApprovals(options);
  const deletions = createSessionDeletions({
    clock,
    presence,
    send: (sessionId, leaving) => sendDeletion(options, sessionId, leaving),
  });
  let looking = 0;
  const poll = createPoll({
    clock,
    presence,
    everyMs: SHELF_POLL_MS,
    run: async () => {
      // Where every session is listed, their summaries count what waits.
      const wanted = looking > 0 || !list.view.get().complete;
      await Promise.all([list.refresh(), wanted ? approvals.refresh() : null]);
    },
  });
  return {
    list,
    deletions,
    approvals,
    watch() {
      const ends = [poll.start(), deletions.watch()];
      return () => ends.forEach((end) => end());
    },
    refresh: () => poll.now(),
    watchApprovals() {
      looking += 1;
      void approvals.refresh().catch(() => undefined);
      let ended = false;
      return () => {
        if (!ended) looking -= 1;
        ended = true;
      };
    },
    ...createDeleting(options, deletions),
  };
}

function createDeleting(
  { list, studio }: SessionShelfOptions,
  deletions: SessionDeletions,
): Pick<SessionShelf, "delete" | "undo"> {
  /** Deleted while it was open, and what opened instead. */
  const replaced = new Map<string, string | undefined>();
  const openId = () => studio.view.get().current?.sessionId;
  return {
    delete(sessionId, next) {
      const session = list.view
        .get()
        .sessions.find((other) => other.sessionId === sessionId);
      if (session === undefined) return;
      deletions.schedule(session);
      replaced.delete(sessionId);
      if (openId() !== sessionId) return;
      const moved = next === null ? studio.create() : studio.open(next);
      void moved.then(() => replaced.set(sessionId, openId()));
    },
    undo(sessionId) {
      if (!deletions.undo(sessionId)) return;
      const wasOpen = replaced.has(sessionId);
      if (wasOpen && replaced.get(sessionId) === openId()) {
        void studio.open(sessionId);
      }
      replaced.delete(sessionId);
    },
  };
}

async function sendDeletion(
  { api, list, storage }: SessionShelfOptions,
  sessionId: string,
  leaving: boolean,
): Promise<void> {
  try {
    await api.call("deleteSession", {
      params: { sessionId },
      keepalive: leaving,
    });
  } catch (error) {
    // Gone is gone, whoever was first.
    if (asFailure(error).code !== "SESSION_NOT_FOUND") throw error;
  }
  for (const kept of ["draft", "draft-kept"]) {
    storage.write(`studio.${kept}.${sessionId}`, null);
  }
  list.drop(sessionId);
}
