import { useEffect, useState } from "react";
import type { BrowserStorage } from "../client/browser-storage.ts";
import { createBrowserClock } from "../client/clock.ts";
import type { PagePresence } from "../client/page-presence.ts";
import type { Preferences } from "../client/preferences.ts";
import { createServices } from "../studio-services.ts";
import { App } from "../ui/app.tsx";
import type { StudioServices } from "../ui/studio-context.tsx";
import { createCannedServer } from "./canned-server.ts";
import { SESSION_ID } from "./canned-log.ts";
import { reachInSession, reachOnPage } from "./reached.ts";
import type { PageState } from "./page-state.ts";

interface StatePageProps {
  readonly state: PageState;
  readonly preferences: Preferences;
  /** Told when the page is in the state; the same function as long as the state is shown. */
  readonly onReached: () => void;
}

/** The studio itself in one state, with a server that is made up. */
export function StatePage(props: StatePageProps) {
  const { state, onReached } = props;
  const [services] = useState(() => servicesOf(props));
  useEffect(
    () => reachOnPage(state, services, onReached),
    [state, services, onReached],
  );
  return <App services={services} />;
}

function servicesOf(props: StatePageProps): StudioServices {
  const { state, preferences, onReached } = props;
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
    openSession: (session) =>
      reachInSession(state, services.openSession(session), onReached),
  };
  return state.crash === true ? crashing(staged) : staged;
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
