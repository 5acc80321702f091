/** The composition root of the page: everything that is real is chosen here. */
import { createRoot } from "react-dom/client";
import { nanoid } from "nanoid";
import { createAddressBar } from "./client/address-bar.ts";
import { createApiClient } from "./client/api-client.ts";
import { createBrowserStorage } from "./client/browser-storage.ts";
import { createBrowserClock } from "./client/clock.ts";
import { createDrafts } from "./client/drafts.ts";
import { createModelSettings } from "./client/model-settings.ts";
import { createPagePresence } from "./client/page-presence.ts";
import { createPreferences } from "./client/preferences.ts";
import { createReveals } from "./client/reveals.ts";
import { createSessionStore } from "./client/session-store.ts";
import { createThreadMemory } from "./client/thread-memory.ts";
import { createStudioStore } from "./client/studio-store.ts";
import { App } from "./ui/app.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/conversation.css";
import "./styles/panels.css";
import "./styles/sessions.css";

const fetch = (url: string, init: RequestInit) => window.fetch(url, init);
const api = createApiClient({ fetch });
const storage = createBrowserStorage(() => window.localStorage);
const presence = createPagePresence(document, window);
const clock = createBrowserClock();
const tab = nanoid();
const light = window.matchMedia("(prefers-color-scheme: light)");

const preferences = createPreferences({
  storage,
  page: document.documentElement,
  system: {
    current: () => (light.matches ? "light" : "dark"),
    onChange: (changed) => light.addEventListener("change", changed),
  },
});

const services = {
  drafts: createDrafts(storage),
  reveals: createReveals(),
  threadMemory: createThreadMemory(),
  preferences,
  studio: createStudioStore({
    api,
    storage,
    addressBar: createAddressBar(window),
    locale: () => preferences.view.get().locale,
  }),
  openSession: (session: {
    readonly sessionId: string;
    readonly lastSequence: number;
  }) =>
    createSessionStore({
      sessionId: session.sessionId,
      lastSequence: session.lastSequence,
      api,
      fetch,
      tab,
      clock,
      presence,
      random: () => Math.random(),
    }),
  openModelSettings: (sessionId: string) =>
    createModelSettings({ api, sessionId }),
};

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the studio.");
createRoot(root).render(<App services={services} />);
