/** The composition root of the page: everything that is real is chosen here. */
import { createRoot } from "react-dom/client";
import { nanoid } from "nanoid";
import { createApprovalDrafts } from "./client/approval-drafts.ts";
import { createAddressBar } from "./client/address-bar.ts";
import { createApiClient } from "./client/api-client.ts";
import { createAttachments } from "./client/attachments/session-attachments.ts";
import { createBrowserStorage } from "./client/browser-storage.ts";
import { createBrowserClock } from "./client/clock.ts";
import { createDrafts } from "./client/drafts.ts";
import { watchKeyboard } from "./client/keyboard-height.ts";
import { createModelSettings } from "./client/model-settings.ts";
import { createOpenedLog } from "./client/opened-log.ts";
import { createPagePresence } from "./client/page-presence.ts";
import { createPanelLayout } from "./client/panel-layout.ts";
import { createPreferences, localeOf } from "./client/preferences.ts";
import { createReveals } from "./client/reveals.ts";
import { createServerClock } from "./client/server-clock.ts";
import { createSessionStore } from "./client/session-store.ts";
import { createThreadMemory } from "./client/thread-memory.ts";
import { createShortcuts } from "./client/shortcuts.ts";
import { createStudioStore } from "./client/studio-store.ts";
import type { Catalogue } from "./texts/catalogue.ts";
import { loadCatalogue } from "./texts/load-catalogue.ts";
import { App } from "./ui/app.tsx";
import type { StudioServices } from "./ui/studio-context.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/layout.css";
import "./styles/conversation.css";
import "./styles/panels.css";
import "./styles/sessions.css";
import "./styles/composer.css";

const page = document.documentElement;
watchKeyboard(window, (pixels) =>
  page.style.setProperty("--keyboard-height", `${pixels}px`),
);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the studio.");
loadCatalogue(localeOf(page)).then(
  (catalogue) =>
    createRoot(root).render(<App services={servicesWith(catalogue)} />),
  () => {
    // Without any text to say it in: both languages, and one way on.
    root.textContent =
      "Agent Studio 没有加载完整，请重新加载页面。Agent Studio did not load completely; reload the page.";
  },
);

function servicesWith(catalogue: Catalogue): StudioServices {
  const serverClock = createServerClock(() => Date.now());
  const fetch = serverClock.watching((url, init) => window.fetch(url, init));
  const api = createApiClient({ fetch });
  const storage = createBrowserStorage(() => window.localStorage);
  const presence = createPagePresence(document, window);
  const clock = createBrowserClock();
  const tab = nanoid();
  const light = window.matchMedia("(prefers-color-scheme: light)");
  const preferences = createPreferences({
    storage,
    page,
    catalogue,
    loadCatalogue,
    system: {
      current: () => (light.matches ? "light" : "dark"),
      onChange: (changed) => light.addEventListener("change", changed),
    },
  });
  return {
    drafts: createDrafts(storage),
    openedLog: createOpenedLog(),
    approvalDrafts: createApprovalDrafts(),
    serverClock,
    attachments: createAttachments({
      storage,
      load: async () => {
        // What shows the files comes with it, or nothing is taken in; what shows them once sent, before it is needed.
        const [{ createBrowserAttachments }] = await Promise.all([
          import("./client/attachments/browser-attachments.ts"),
          import("./ui/attachments/attachment-tray.tsx"),
          import("./ui/attachments/sent-images.tsx"),
        ]);
        return createBrowserAttachments({ api, clock });
      },
    }),
    reveals: createReveals(),
    threadMemory: createThreadMemory(),
    preferences,
    layout: createPanelLayout(storage),
    shortcuts: createShortcuts({
      singleKeys: () => preferences.view.get().shortcuts,
    }),
    studio: createStudioStore({
      api,
      storage,
      addressBar: createAddressBar(window),
      locale: () => preferences.view.get().locale,
    }),
    openSession: ({ sessionId, lastSequence }) =>
      createSessionStore({
        sessionId,
        lastSequence,
        api,
        fetch,
        tab,
        clock,
        presence,
        random: () => Math.random(),
      }),
    openModelSettings: (sessionId) => createModelSettings({ api, sessionId }),
  };
}
