/** The viewer's sessions as the server lists them, page by page. */
import type { SessionSummary } from "@agent-studio/shared";
import type { ApiClient } from "./api-client.ts";
import { asFailure } from "./api-failure.ts";
import type { ApiFailure } from "./api-failure.ts";
import { createCell } from "./cell.ts";
import type { ReadableCell } from "./cell.ts";
import {
  newestLimit,
  SESSION_PAGE,
  withNewest,
  withOlder,
  withoutSession,
  withSession,
} from "./session-pages.ts";
import type { SessionPages } from "./session-pages.ts";

export interface SessionListView extends SessionPages {
  /** It has been read at least once. */
  readonly known: boolean;
  /** Why it could not be read again, until it could. */
  readonly failure: ApiFailure | null;
  readonly loadingMore: boolean;
}

export interface SessionList {
  readonly view: ReadableCell<SessionListView>;
  /** Reads what is listed again; rejects with `ApiFailure`, which stands in the view as well. */
  refresh(): Promise<void>;
  /** Reads the next older page, where there is one. Never rejects. */
  loadMore(): Promise<void>;
  put(session: SessionSummary): void;
  /** What a page knew last of a session, where it is listed. */
  note(session: SessionSummary): void;
  drop(sessionId: string): void;
}

const EMPTY: SessionListView = {
  sessions: [],
  complete: false,
  known: false,
  failure: null,
  loadingMore: false,
};

/** A list that has not been read. */
export function createSessionList(options: {
  readonly api: ApiClient;
}): SessionList {
  const list = new Listing(options.api);
  return {
    view: list.view,
    refresh: () => list.refresh(),
    loadMore: () => list.loadMore(),
    put: (session) => list.change((pages) => withSession(pages, session)),
    note(session) {
      const { sessionId } = session;
      const { sessions } = list.view.get();
      if (!sessions.some((other) => other.sessionId === sessionId)) return;
      list.change((pages) => withSession(pages, session));
    },
    drop: (id) => list.change((pages) => withoutSession(pages, id)),
  };
}

class Listing {
  readonly view = createCell(EMPTY);
  readonly #api: ApiClient;
  /** Counts what this page knows better than an answer that was on its way. */
  #changes = 0;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  change(next: (pages: SessionPages) => SessionPages): void {
    this.#changes += 1;
    this.#patch(next(this.view.get()));
  }

  async refresh(): Promise<void> {
    try {
      await this.#readNewest();
    } catch (error) {
      const failure = asFailure(error);
      this.#patch({ failure });
      throw failure;
    }
  }

  async #readNewest(): Promise<void> {
    for (;;) {
      const changes = this.#changes;
      const limit = newestLimit(this.view.get());
      const newest = await this.#page(limit);
      if (changes !== this.#changes) continue;
      const pages = withNewest(this.view.get(), newest, limit);
      this.#patch({ ...pages, known: true, failure: null });
      return;
    }
  }

  async loadMore(): Promise<void> {
    const { complete, loadingMore, sessions } = this.view.get();
    if (complete || loadingMore) return;
    this.#patch({ loadingMore: true });
    try {
      const last = sessions.at(-1)?.sessionId;
      const page = await this.#page(SESSION_PAGE, last);
      this.#patch(withOlder(this.view.get(), page));
    } catch (error) {
      const failure = asFailure(error);
      // The session to go on from is gone: the newest page leads to one that is not.
      if (failure.code === "VALIDATION_FAILED") this.#forgetLast();
      this.#patch({ failure });
    } finally {
      this.#patch({ loadingMore: false });
    }
  }

  #forgetLast(): void {
    const last = this.view.get().sessions.at(-1);
    if (last === undefined) return;
    this.change((pages) => withoutSession(pages, last.sessionId));
  }

  async #page(
    limit: number,
    before?: string,
  ): Promise<readonly SessionSummary[]> {
    const { sessions } = await this.#api.call("listSessions", {
      query: {
        limit: String(limit),
        ...(before === undefined ? {} : { before }),
      },
    });
    return sessions;
  }

  #patch(part: Partial<SessionListView>): void {
    this.view.set({ ...this.view.get(), ...part });
  }
}
