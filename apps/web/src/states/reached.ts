/** When the page is in a state: what leads there is done, and what the state is has come. */
import type { SessionStore } from "../client/session-store.ts";
import type { StudioServices } from "../ui/studio-context.tsx";
import type { PageState } from "./page-state.ts";

/** Does what leads to a state of an open session, and tells once it is reached. */
export function reachInSession(
  state: PageState,
  store: SessionStore,
  reached: () => void,
): SessionStore {
  let isDone = false;
  const end = store.view.subscribe(() => {
    if (!isDone) {
      if (!isReady(state, store)) return;
      isDone = true;
      doInSession(state, store, reached);
    }
    if (state.done === "sent" || !isThere(state, store)) return;
    end();
    reached();
  });
  return store;
}

/** What is done first needs the whole log; what is answered after a break needs the wait for it. */
function isReady({ server, done }: PageState, store: SessionStore): boolean {
  const { connection, replaying } = store.view.get();
  if (server.then !== undefined) return connection.phase === "waiting";
  return done === undefined || (connection.phase === "open" && !replaying);
}

function doInSession(
  { done, server }: PageState,
  store: SessionStore,
  reached: () => void,
): void {
  // What is answered then is the state; the wait before it is another.
  if (server.then !== undefined) store.retry();
  if (done === "cut" || done === "restored") store.cut();
  if (done === "restored") store.restore();
  if (done === "sent") {
    void store.commands.send("…").then(reached, reached);
  }
}

function isThere({ until, server }: PageState, store: SessionStore): boolean {
  const { connection, replaying } = store.view.get();
  if (until !== undefined) return connection.phase === until;
  const isWhole = replaying === (server.unfinished === true);
  return connection.phase === "open" && isWhole;
}

/** Does what leads to a state around the sessions; tells once a state before any session is reached. */
export function reachOnPage(
  { done, until }: PageState,
  { studio }: StudioServices,
  reached: () => void,
): () => void {
  let isDone = false;
  const look = () => {
    const { phase } = studio.view.get();
    if (isDone || (phase === "loading" && until !== "loading")) return;
    isDone = true;
    if (done === "accessCode") void studio.begin("guess").then(reached);
    else if (done === "created") void studio.create().then(reached);
    else if (until === "entry" || until === "loading") reached();
  };
  look();
  return studio.view.subscribe(look);
}
