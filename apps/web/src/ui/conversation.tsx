import { Suspense, useRef } from "react";
import { DropHint } from "./attachments/drop-hint.tsx";
import { useFileDrop } from "./attachments/use-file-drop.ts";
import { ApprovalStatus } from "./approvals/lazy-approvals.tsx";
import { Composer } from "./composer.tsx";
import { MessageList } from "./lazy-messages.tsx";
import { PastNote } from "./replay/past-note.tsx";
import { RunBar } from "./run-bar.tsx";
import { useSession, useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { ThreadJumps, useFollowOwnMessage } from "./thread-jumps.tsx";
import { useThreadScroll } from "./use-thread-scroll.ts";
import { Welcome } from "./welcome.tsx";

/** The middle of the studio: what was said, what is running, and where to write. */
export function Conversation() {
  const { t } = useTexts();
  const drop = useFileDrop();
  const { mode } = useSession();
  return (
    <div
      className="thread"
      data-mode={mode}
      {...(mode === "live" ? drop.handlers : {})}
    >
      <h2 className="visually-hidden">{t("chat.title")}</h2>
      <ThreadView />
      {drop.isOver && <DropHint />}
      <div className="thread-foot">
        <ApprovalStatus />
        <RunBar />
        {mode === "live" ? <Composer /> : <PastNote />}
      </div>
    </div>
  );
}

function Replaying() {
  const { t } = useTexts();
  return <p className="note centred">{t("chat.replaying")}</p>;
}

function ThreadView() {
  const { t } = useTexts();
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const scroll = useThreadScroll(viewport, content);
  const { mode } = useSession();
  const replaying = useSessionPart((view) => view.replaying);
  // While a person is asked nothing is busy, or the question would not be read out.
  const busy = useSessionPart((view) => view.state.status === "running");
  const isEmpty = useSessionPart(
    ({ state }) => state.messages.length === 0 && state.open === null,
  );
  useFollowOwnMessage(scroll);
  return (
    <div className="thread-frame">
      <div
        ref={viewport}
        className="thread-viewport"
        role="region"
        aria-label={t("chat.log")}
        aria-busy={busy}
        tabIndex={0}
      >
        <div ref={content} className="thread-content">
          {replaying && <Replaying />}
          {!replaying && isEmpty && mode === "live" && <Welcome />}
          {!replaying && !isEmpty && (
            <Suspense fallback={<Replaying />}>
              <MessageList scroll={scroll} />
            </Suspense>
          )}
        </div>
      </div>
      {scroll !== null && !replaying && <ThreadJumps scroll={scroll} />}
    </div>
  );
}
