import { createContext, use } from "react";
import type { AttachmentsOfSessions } from "../client/attachments/session-attachments.ts";
import type { ApprovalDrafts } from "../client/approval-drafts.ts";
import type { Drafts } from "../client/drafts.ts";
import type { ModelSettings } from "../client/model-settings.ts";
import type { OpenedLog } from "../client/opened-log.ts";
import type { PagePresence } from "../client/page-presence.ts";
import type { PanelLayout } from "../client/panel-layout.ts";
import type { Preferences } from "../client/preferences.ts";
import type { ThreadMemory } from "../client/thread-memory.ts";
import type { Reveals } from "../client/reveals.ts";
import type { ServerClock } from "../client/server-clock.ts";
import type { SessionShelf } from "../client/session-shelf.ts";
import type { SessionStore } from "../client/session-store.ts";
import type { Shortcuts } from "../client/shortcuts.ts";
import type { SkillList } from "../client/skill-list.ts";
import type { StudioStore } from "../client/studio-store.ts";
import type { SessionSummary } from "@agent-studio/shared";

/** What `main.tsx` puts together once for the whole page. */
export interface StudioServices {
  readonly studio: StudioStore;
  readonly shelf: SessionShelf;
  readonly skills: SkillList;
  readonly preferences: Preferences;
  readonly layout: PanelLayout;
  readonly presence: PagePresence;
  readonly drafts: Drafts;
  readonly reveals: Reveals;
  readonly threadMemory: ThreadMemory;
  readonly shortcuts: Shortcuts;
  readonly attachments: AttachmentsOfSessions;
  readonly openedLog: OpenedLog;
  readonly approvalDrafts: ApprovalDrafts;
  readonly serverClock: ServerClock;
  readonly openSession: (session: SessionSummary) => SessionStore;
  /** The text of a file that a session produced; rejects where it can't be had or is too long to be shown. */
  readonly readArtifact: (
    sessionId: string,
    name: string,
    signal: AbortSignal,
  ) => Promise<string>;
  readonly openModelSettings: (sessionId: string) => ModelSettings;
}

const StudioContext = createContext<StudioServices | null>(null);
export const StudioProvider = StudioContext.Provider;

/** The services of the page; throws outside of it. */
export function useStudio(): StudioServices {
  const services = use(StudioContext);
  if (services === null) throw new Error("There is no studio around this.");
  return services;
}
