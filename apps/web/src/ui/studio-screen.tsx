import { Fragment, useEffect, useState } from "react";
import { Activity, BookOpen, MessageSquare, X } from "lucide-react";
import type { SessionSummary } from "@agent-studio/shared";
import type { Panel } from "../client/reveals.ts";
import type { SessionStore } from "../client/session-store.ts";
import type { TextKey } from "../texts/en.ts";
import { Announcer } from "./announcer.tsx";
import { ArtifactsPanel } from "./artifacts-panel.tsx";
import { Conversation } from "./conversation.tsx";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailureNote } from "./failure-note.tsx";
import { prepareMessages } from "./lazy-messages.tsx";
import {
  ModelDialogProvider,
  useModelDialog,
} from "./model-dialog-context.tsx";
import { ModelDialog } from "./model-dialog.tsx";
import { SessionProvider } from "./session-context.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SkillsPanel } from "./skills-panel.tsx";
import { StudioHeader } from "./studio-header.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { ThreadRuntime } from "./thread-runtime.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { useCellPart } from "./use-cell.ts";
import {
  CONVERSATION_ID,
  useConversationFirst,
} from "./use-conversation-first.ts";
import { useRevealing } from "./use-reveal.ts";
import { usePageShortcuts } from "./use-page-shortcuts.ts";
import { useSessionList } from "./use-session-list.ts";
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
        <Studio store={store} />
      </ModelDialogProvider>
    </SessionProvider>
  );
}

function Studio({ store }: { readonly store: SessionStore }) {
  const { t } = useTexts();
  const [panel, setPanel] = useState<Panel>("chat");
  const dialog = useModelDialog();
  const { sessionId } = store;
  useSessionList(store);
  useRevealing(setPanel);
  useConversationFirst(sessionId, panel, setPanel);
  useShortcutKeys();
  usePageShortcuts();
  useEffect(prepareMessages, []);
  return (
    <ErrorBoundary fallback={<CrashNote />}>
      <div className="studio" data-panel={panel}>
        <a className="skip-link" href={`#${CONVERSATION_ID}`}>
          {t("app.skipToChat")}
        </a>
        <StudioHeader />
        <PanelTabs panel={panel} onChoose={setPanel} />
        <StudioNotice hidden={dialog.isOpen} />
        <div className="panel left">
          <SessionsPanel />
          <Fragment key={sessionId}>
            <SkillsPanel />
            <ArtifactsPanel />
          </Fragment>
        </div>
        <main
          id={CONVERSATION_ID}
          className="panel middle"
          aria-label={t("chat.title")}
          tabIndex={-1}
        >
          <ErrorBoundary key={sessionId} fallback={<CrashNote />}>
            <ThreadRuntime>
              <Conversation />
            </ThreadRuntime>
          </ErrorBoundary>
        </main>
        <div className="panel right">
          <ErrorBoundary key={sessionId} fallback={<CrashNote />}>
            <TimelinePanel />
          </ErrorBoundary>
        </div>
        <Announcer />
        {dialog.isOpen && <ModelDialog onClose={dialog.close} />}
      </div>
    </ErrorBoundary>
  );
}

const TABS: readonly {
  readonly panel: Panel;
  readonly text: TextKey;
  readonly Icon: typeof Activity;
}[] = [
  { panel: "chat", text: "panels.chat", Icon: MessageSquare },
  { panel: "skills", text: "panels.skills", Icon: BookOpen },
  { panel: "events", text: "panels.events", Icon: Activity },
];

/** Narrow screens show one panel at a time. */
function PanelTabs(props: {
  readonly panel: Panel;
  readonly onChoose: (panel: Panel) => void;
}) {
  const { t } = useTexts();
  return (
    <nav className="panel-tabs" aria-label={t("panels.label")}>
      {TABS.map(({ panel, text, Icon }) => (
        <button
          key={panel}
          type="button"
          aria-pressed={panel === props.panel}
          onClick={() => props.onChoose(panel)}
        >
          <Icon aria-hidden className="inline-icon" />
          {t(text)}
        </button>
      ))}
    </nav>
  );
}

/** Why the last command around the sessions did not work. */
function StudioNotice({ hidden }: { readonly hidden: boolean }) {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const failure = useCellPart(studio.view, (view) => view.failure);
  const linkRefused = useCellPart(studio.view, (view) => view.linkRefused);
  if (hidden || (failure === null && !linkRefused)) return null;
  return (
    <div className="notice">
      <FailureNote
        text={failure === null ? t("link.used") : error(failure.code)}
      >
        <button
          type="button"
          className="icon-button"
          aria-label={t("model.close")}
          onClick={() => studio.dismissFailure()}
        >
          <X aria-hidden />
        </button>
      </FailureNote>
    </div>
  );
}
