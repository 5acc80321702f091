import { useEffect, useState } from "react";
import { Activity, BookOpen, MessageSquare, X } from "lucide-react";
import type { SessionSummary } from "@agent-studio/shared";
import type { SessionStore } from "../client/session-store.ts";
import type { TextKey } from "../texts/en.ts";
import { Announcer } from "./announcer.tsx";
import { ArtifactsPanel } from "./artifacts-panel.tsx";
import { Conversation } from "./conversation.tsx";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailureNote } from "./failure-note.tsx";
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
import { useSessionList } from "./use-session-list.ts";

/** The studio with one session open. Mounted anew for each session, so nothing of one shows in another. */
export function StudioScreen(props: { readonly session: SessionSummary }) {
  const { openSession } = useStudio();
  const [store] = useState(() => openSession(props.session));
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

type Panel = "chat" | "skills" | "events";

function Studio({ store }: { readonly store: SessionStore }) {
  const { t } = useTexts();
  const [panel, setPanel] = useState<Panel>("chat");
  const dialog = useModelDialog();
  useSessionList(store);
  return (
    <ErrorBoundary fallback={<CrashNote />}>
      <div className="studio" data-panel={panel}>
        <a className="skip-link" href="#conversation">
          {t("app.skipToChat")}
        </a>
        <StudioHeader />
        <PanelTabs panel={panel} onChoose={setPanel} />
        <StudioNotice hidden={dialog.isOpen} />
        <div className="panel left">
          <SessionsPanel />
          <SkillsPanel />
          <ArtifactsPanel />
        </div>
        <main
          id="conversation"
          className="panel middle"
          aria-label={t("chat.title")}
          tabIndex={-1}
        >
          <ErrorBoundary fallback={<CrashNote />}>
            <ThreadRuntime>
              <Conversation />
            </ThreadRuntime>
          </ErrorBoundary>
        </main>
        <div className="panel right">
          <ErrorBoundary fallback={<CrashNote />}>
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
