/** Puts the studio together from what a page has; `main.tsx` gives the real things, the gallery of states others. */
import { nanoid } from "nanoid";
import { createApprovalDrafts } from "./client/approval-drafts.ts";
import { createAddressBar } from "./client/address-bar.ts";
import { createApiClient } from "./client/api-client.ts";
import type { ApiClient, Fetch } from "./client/api-client.ts";
import { createArtifactReader } from "./client/artifact-text.ts";
import { createAttachments } from "./client/attachments/session-attachments.ts";
import type { BrowserStorage } from "./client/browser-storage.ts";
import type { Clock } from "./client/clock.ts";
import { createDrafts } from "./client/drafts.ts";
import { createModelSettings } from "./client/model-settings.ts";
import { createOpenedLog } from "./client/opened-log.ts";
import type { PagePresence } from "./client/page-presence.ts";
import { createPanelLayout } from "./client/panel-layout.ts";
import type { Preferences } from "./client/preferences.ts";
import { createReveals } from "./client/reveals.ts";
import { createServerClock } from "./client/server-clock.ts";
import { createSessionList } from "./client/session-list.ts";
import { createSessionShelf } from "./client/session-shelf.ts";
import { createSessionStore } from "./client/session-store.ts";
import { createShortcuts } from "./client/shortcuts.ts";
import { createSkillList } from "./client/skill-list.ts";
import { createStudioStore } from "./client/studio-store.ts";
import { createThreadMemory } from "./client/thread-memory.ts";
import type { StudioServices } from "./ui/studio-context.tsx";

export interface PageParts {
  readonly fetch: Fetch;
  readonly storage: BrowserStorage;
  readonly clock: Clock;
  readonly presence: PagePresence;
  /** The place of the page's address. */
  readonly frame: Parameters<typeof createAddressBar>[0];
  readonly preferences: Preferences;
}

/** The services of one page. Nothing is asked of the server yet. */
export function createServices(parts: PageParts): StudioServices {
  const { storage, clock, presence, preferences } = parts;
  const serverClock = createServerClock(() => Date.now());
  const fetch = serverClock.watching(parts.fetch);
  const api = createApiClient({ fetch });
  const tab = nanoid();
  return {
    ...createSessionServices(api, parts),
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
    presence,
    layout: createPanelLayout(storage),
    shortcuts: createShortcuts({
      singleKeys: () => preferences.view.get().shortcuts,
    }),
    skills: createSkillList({ api }),
    readArtifact: createArtifactReader({ fetch }),
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

/** The open session, and those beside it. */
function createSessionServices(
  api: ApiClient,
  { storage, clock, presence, preferences, frame }: PageParts,
): Pick<StudioServices, "studio" | "shelf"> {
  const list = createSessionList({ api });
  const studio = createStudioStore({
    api,
    storage,
    sessions: list,
    addressBar: createAddressBar(frame),
    locale: () => preferences.view.get().locale,
  });
  return {
    studio,
    shelf: createSessionShelf({ api, clock, presence, storage, list, studio }),
  };
}
