import { useEffect, useState } from "react";
import type { BrowserStorage } from "../client/browser-storage.ts";
import { createBrowserClock } from "../client/clock.ts";
import type { PagePresence } from "../client/page-presence.ts";
import type { Preferences } from "../client/preferences.ts";
import type { SessionStore } from "../client/session-store.ts";
import { createServices } from "../studio-services.ts";
import { App } from "../ui/app.tsx";
import type { StudioServices } from "../ui/studio-context.tsx";
import { createCannedServer } from "./canned-server.ts";
import { SESSION_ID } from "./canned-log.ts";
import type { PageState } from "./state-list.ts";

/** The studio itself in one state, with a server that is made up. */
export function StatePage(props: {
  readonly state: PageState;
  readonly preferences: Preferences;
}) {
  const { state, preferences } = props;
  const [services] = useState(() => servicesOf(state, preferences));
  useEffect(() => doOnPage(state, services), [state, services]);
  return <App services={services} />;
}

function servicesOf(
  state: PageState,
  preferences: Preferences,
): StudioServices {
  const services = createServices({
    fetch: createCannedServer(state.server),
    storage: forgetful(),
    clock: createBrowserClock(),
    presence: presenceOf(state),
    frame: nowhere(),
    preferences,
  });
  const staged: StudioServices = {
    ...services,
    openSession: (session) => doInSession(state, services.openSession(session)),
  };
  return state.crash === true ? crashing(staged) : staged;
}

/** Does what leads to the state once the stream is open. */
function doInSession({ done }: PageState, store: SessionStore): SessionStore {
  const end = store.view.subscribe(() => {
    const { connection, replaying } = store.view.get();
    if (connection.phase !== "open" || replaying) return;
    end();
    if (done === "cut" || done === "restored") store.cut();
    if (done === "restored") store.restore();
    if (done === "sent") void store.commands.send("…").catch(() => undefined);
  });
  return store;
}

/** A page on which nothing is kept, so that each state begins the same. */
function forgetful(): BrowserStorage {
  const values = new Map<string, string>();
  return {
    read: (key) => values.get(key) ?? null,
    write(key, value) {
      if (value === null) values.delete(key);
      else values.set(key, value);
    },
  };
}

/** Someone looks all the time, and no use of the page wakes what rests. */
function presenceOf({ offline }: PageState): PagePresence {
  return {
    isHidden: () => false,
    isOnline: () => offline !== true,
    listen: () => () => undefined,
  };
}

/** The address of the page belongs to the gallery. */
function nowhere() {
  return {
    location: { hash: `#session=${SESSION_ID}`, origin: "", pathname: "" },
    history: { replaceState: () => undefined },
  };
}

/** The memory of the conversation fails as soon as it is asked, which is while the middle is drawn. */
function crashing(services: StudioServices): StudioServices {
  return {
    ...services,
    get threadMemory(): never {
      throw new Error("This state is the crash of a part.");
    },
  };
}

/** Does what leads to the state once the page has begun. */
function doOnPage(state: PageState, services: StudioServices): () => void {
  const { studio } = services;
  let isDone = false;
  const look = () => {
    const { phase } = studio.view.get();
    if (isDone || phase === "loading") return;
    isDone = true;
    if (state.done === "accessCode") void studio.begin("guess");
    if (state.done === "created") void studio.create();
  };
  look();
  return studio.view.subscribe(look);
}
