import type { MouseEvent } from "react";
import { FileClock, Undo2 } from "lucide-react";
import type { LogFile } from "../../client/log-file.ts";
import type { SessionStore } from "../../client/session-store.ts";
import { ArtifactsPanel } from "../artifacts-panel.tsx";
import { Conversation } from "../conversation.tsx";
import { CrashNote } from "../crash-note.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { EscapedText } from "../escaped-text.tsx";
import { ApprovalDeskProvider } from "../approvals/approval-desk.tsx";
import { ReplayProvider, ShownSession } from "../replay/replay-context.tsx";
import { ReplaySlot } from "../replay/replay-slot.tsx";
import { SessionProvider } from "../session-context.tsx";
import { PanelGrid } from "../panel-grid.tsx";
import { PanelTabs } from "../panel-tabs.tsx";
import { PreferenceButtons } from "../preference-buttons.tsx";
import { useStudio } from "../studio-context.tsx";
import { TimelinePanel } from "../timeline-panel.tsx";
import { usePanels } from "../use-panels.ts";
import { useRevealing } from "../use-reveal.ts";
import { useTimelineTexts } from "../timeline/timeline-texts.ts";
import { LogFileFacts } from "./log-file-facts.tsx";
import "../../styles/timeline.css";

interface Props {
  readonly log: LogFile;
  readonly store: SessionStore;
}

/** A log file as the session it tells of: to be looked at, and nothing else. */
export function LogFileScreen({ log, store }: Props) {
  return (
    <SessionProvider value={store}>
      <ReplayProvider>
        <ApprovalDeskProvider>
          <LogFileStudio log={log} />
        </ApprovalDeskProvider>
      </ReplayProvider>
    </SessionProvider>
  );
}

function LogFileStudio({ log }: { readonly log: LogFile }) {
  const panels = usePanels();
  useRevealing(panels.show);
  return (
    <ErrorBoundary fallback={<CrashNote />}>
      <div
        className="studio log-file-studio"
        data-mode={panels.mode}
        onClickCapture={keepFromServer}
        onAuxClickCapture={keepFromServer}
      >
        <LogFileHeader log={log} />
        {panels.mode === "phone" && (
          <PanelTabs chosen={panels.chosen} onChoose={panels.show} />
        )}
        <ReplaySlot />
        <PanelGrid
          panels={panels}
          left={
            <ShownSession>
              <LogFileFacts log={log} />
              <ArtifactsPanel />
            </ShownSession>
          }
          middle={
            <ErrorBoundary fallback={<CrashNote />}>
              <ShownSession>
                <Conversation />
              </ShownSession>
            </ErrorBoundary>
          }
          right={
            <ErrorBoundary fallback={<CrashNote />}>
              <TimelinePanel />
            </ErrorBoundary>
          }
        />
      </div>
    </ErrorBoundary>
  );
}

/** What a card links to is on a server, and a file is looked at without one. */
function keepFromServer(event: MouseEvent): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (link?.getAttribute("href")?.startsWith("/") === true) {
    event.preventDefault();
  }
}

function LogFileHeader({ log }: { readonly log: LogFile }) {
  const { t } = useTimelineTexts();
  const { openedLog } = useStudio();
  return (
    <header className="log-file-header">
      <h1>
        <FileClock aria-hidden className="inline-icon" />
        {t("file.title")}
      </h1>
      <span className="log-file-name">
        <EscapedText text={log.name} />
      </span>
      <span className="tag">{t("file.readOnly")}</span>
      <span className="spacer" />
      <PreferenceButtons />
      <button
        type="button"
        className="button primary"
        onClick={() => openedLog.close()}
      >
        <Undo2 aria-hidden className="inline-icon" />
        {t("file.close")}
      </button>
    </header>
  );
}
