import { useState } from "react";
import type { MouseEvent } from "react";
import { FileClock, Undo2 } from "lucide-react";
import type { LogFile } from "../../client/log-file.ts";
import type { Panel } from "../../client/reveals.ts";
import type { SessionStore } from "../../client/session-store.ts";
import { Conversation } from "../conversation.tsx";
import { CrashNote } from "../crash-note.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { EscapedText } from "../escaped-text.tsx";
import { ReplayProvider, ShownSession } from "../replay/replay-context.tsx";
import { ReplaySlot } from "../replay/replay-slot.tsx";
import { SessionProvider } from "../session-context.tsx";
import { PanelTabs } from "../panel-tabs.tsx";
import { PreferenceButtons } from "../studio-header.tsx";
import { useStudio } from "../studio-context.tsx";
import { useTexts } from "../text-context.tsx";
import { ThreadRuntime } from "../thread-runtime.tsx";
import { TimelinePanel } from "../timeline-panel.tsx";
import { useRevealing } from "../use-reveal.ts";
import { useTimelineTexts } from "../timeline/timeline-texts.ts";
import { LineProblems } from "./line-problems.tsx";
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
        <LogFileStudio log={log} />
      </ReplayProvider>
    </SessionProvider>
  );
}

function LogFileStudio({ log }: { readonly log: LogFile }) {
  const { t: text } = useTexts();
  const [panel, setPanel] = useState<Panel>("chat");
  useRevealing(setPanel);
  return (
    <ErrorBoundary fallback={<CrashNote />}>
      <div
        className="log-file-studio"
        data-panel={panel}
        onClickCapture={keepFromServer}
        onAuxClickCapture={keepFromServer}
      >
        <LogFileHeader log={log} />
        <ReplaySlot />
        <PanelTabs
          panel={panel}
          onChoose={setPanel}
          panels={["chat", "events"]}
        />
        <div className="log-file-panels">
          <main
            id="conversation"
            className="panel middle"
            aria-label={text("chat.title")}
            tabIndex={-1}
          >
            <LogFileNotes log={log} />
            <ErrorBoundary fallback={<CrashNote />}>
              <ShownSession>
                <ThreadRuntime>
                  <Conversation />
                </ThreadRuntime>
              </ShownSession>
            </ErrorBoundary>
          </main>
          <div className="panel right">
            <ErrorBoundary fallback={<CrashNote />}>
              <TimelinePanel />
            </ErrorBoundary>
          </div>
        </div>
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

function LogFileNotes({ log }: { readonly log: LogFile }) {
  const texts = useTimelineTexts();
  const { t, number } = texts;
  const { first, last } = log.history.archive;
  return (
    <>
      {first > 1 && (
        <p className="banner">
          {t("file.beginsLate", { first: number(first) })}
        </p>
      )}
      {log.problemCount > 0 && (
        <details className="banner" open>
          <summary>
            {t("file.problems", {
              count: number(log.problemCount),
              last: number(last),
            })}
          </summary>
          <LineProblems
            problems={log.problems}
            count={log.problemCount}
            texts={texts}
          />
        </details>
      )}
    </>
  );
}
