import { X } from "lucide-react";
import type { SessionDeletion } from "../client/session-deletions.ts";
import { FailureNote } from "./failure-note.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell } from "./use-cell.ts";
import { useNow } from "./use-now.ts";

/** What was just deleted, and the way back. Time stands still while someone points at it or has the focus in it. */
export function SessionDeletionNotes(props: {
  readonly onUndo: (sessionId: string) => void;
}) {
  const { t } = useTexts();
  const { deletions } = useStudio().shelf;
  const entries = useCell(deletions.view);
  const shown = entries.filter(({ status }) => status !== "sending");
  return (
    <div
      className="deletions"
      role="group"
      aria-label={t("sessions.deletions")}
      // What is deleted is said once; the seconds are hidden from that.
      aria-live="polite"
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") deletions.hold();
      }}
      onPointerLeave={() => deletions.release()}
      onFocus={() => deletions.hold()}
      onBlur={() => deletions.release()}
    >
      {shown.map((entry) =>
        entry.status === "failed" ? (
          <FailedDeletion key={entry.session.sessionId} entry={entry} />
        ) : (
          <WaitingDeletion
            key={entry.session.sessionId}
            entry={entry}
            onUndo={props.onUndo}
          />
        ),
      )}
    </div>
  );
}

function WaitingDeletion(props: {
  readonly entry: SessionDeletion;
  readonly onUndo: (sessionId: string) => void;
}) {
  const { t } = useTexts();
  const { sessionId, title } = props.entry.session;
  return (
    <div className="deletion">
      <span className="deletion-text">{t("sessions.deleted", { title })}</span>
      <SecondsLeft sessionId={sessionId} held={props.entry.endsAt === null} />
      <button
        type="button"
        className="button"
        aria-label={t("sessions.undoOf", { title })}
        onClick={() => props.onUndo(sessionId)}
      >
        {t("sessions.undo")}
      </button>
    </div>
  );
}

function SecondsLeft(props: {
  readonly sessionId: string;
  readonly held: boolean;
}) {
  const { t, number } = useTexts();
  const { deletions } = useStudio().shelf;
  useNow(250);
  const seconds = Math.ceil(deletions.leftMs(props.sessionId) / 1000);
  return (
    <span className="note deletion-time" aria-hidden>
      {props.held
        ? t("sessions.undoHeld")
        : t("sessions.undoLeft", { seconds: number(seconds) })}
    </span>
  );
}

function FailedDeletion({ entry }: { readonly entry: SessionDeletion }) {
  const { t, error } = useTexts();
  const { deletions } = useStudio().shelf;
  const { sessionId, title } = entry.session;
  const reason = error(entry.failure?.code ?? "INTERNAL");
  return (
    <FailureNote text={t("sessions.deleteFailed", { title, reason })}>
      <button
        type="button"
        className="icon-button"
        aria-label={t("sessions.dismiss")}
        onClick={() => deletions.dismiss(sessionId)}
      >
        <X aria-hidden />
      </button>
    </FailureNote>
  );
}
