import { useEffect, useState } from "react";
import type { SessionSummary } from "@agent-studio/shared";
import type { SessionStore } from "../client/session-store.ts";
import { Announcer } from "./announcer.tsx";
import { ApprovalDeskProvider } from "./approvals/approval-desk.tsx";
import { ApprovalWatch } from "./approvals/lazy-approvals.tsx";
import { ArtifactsPanel } from "./artifacts-panel.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Conversation } from "./conversation.tsx";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { prepareMessages } from "./lazy-messages.tsx";
import {
  ModelDialogProvider,
  useModelDialog,
} from "./model-dialog-context.tsx";
import { ModelDialog } from "./model-dialog.tsx";
import { PanelGrid } from "./panel-grid.tsx";
import { PanelTabs } from "./panel-tabs.tsx";
import { ReplayProvider, ShownSession } from "./replay/replay-context.tsx";
import { ReplaySlot } from "./replay/replay-slot.tsx";
import { SessionProvider } from "./session-context.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SkillsPanel } from "./skills-panel.tsx";
import { StudioHeader } from "./studio-header.tsx";
import { StudioNotice } from "./studio-notice.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import {
  CONVERSATION_ID,
  useConversationFirst,
} from "./use-conversation-first.ts";
import { useDocumentTitle } from "./use-document-title.ts";
import { useFirstTitle } from "./use-first-title.ts";
import { useRevealing } from "./use-reveal.ts";
import { usePanels } from "./use-panels.ts";
import { usePageShortcuts } from "./use-page-shortcuts.ts";
import { useShelf } from "./use-shelf.ts";
import { useShortcutKeys } from "./use-shortcut-keys.ts";

/** The studio with one session open. What shows the session is mounted anew for each; the list of sessions stays. */
export function StudioScreen(props: { readonly session: SessionSummary }) {
  const { openSession } = useStudio();
  const { session } = props;
  const [open, setOpen] = useState(() => openSession(session));
  let store = open;
  if (open.sessionId !== session.sessionId) {
    store = openSession(session);
    setOpen(store);
  }
  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);
  return (
    <SessionProvider value={store}>
      <ModelDialogProvider>
        <ReplayProvider>
          <ApprovalDeskProvider>
            <Studio store={store} />
          </ApprovalDeskProvider>
        </ReplayProvider>
      </ModelDialogProvider>
    </SessionProvider>
  );
}

function Studio({ store }: { readonly store: SessionStore }) {
  const { t } = useTexts();
  const panels = usePanels();
  const dialog = useModelDialog();
  const { sessionId } = store;
  useShelf();
  useDocumentTitle();
  useFirstTitle();
  useRevealing(panels.show);
  useConversationFirst(sessionId, panels.chosen, panels.show);
  useShortcutKeys();
  usePageShortcuts(panels);
  useEffect(prepareMessages, []);
  return (
    <ErrorBoundary fallback={<CrashNote />}>
      <div className="studio" data-mode={panels.mode}>
        <a className="skip-link" href={`#${CONVERSATION_ID}`}>
          {t("app.skipToChat")}
        </a>
        <StudioHeader panels={panels} />
        {panels.mode === "phone" && (
          <PanelTabs chosen={panels.chosen} onChoose={panels.show} />
        )}
        <ConnectionBanner />
        <StudioNotice hidden={dialog.isOpen} />
        <ReplaySlot />
        <PanelGrid
          panels={panels}
          left={
            <>
              <SessionsPanel />
              <ShownSession key={sessionId}>
                <SkillsPanel />
                <ArtifactsPanel />
              </ShownSession>
            </>
          }
          middle={
            <ErrorBoundary key={sessionId} fallback={<CrashNote />}>
              <ShownSession>
                <Conversation />
              </ShownSession>
            </ErrorBoundary>
          }
          right={
            <ErrorBoundary key={sessionId} fallback={<CrashNote />}>
              <TimelinePanel />
            </ErrorBoundary>
          }
        />
        <Announcer />
        <ApprovalWatch />
        {dialog.isOpen && <ModelDialog onClose={dialog.close} />}
      </div>
    </ErrorBoundary>
  );
}
