import { useState } from "react";
import { Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { SessionStatus, SessionSummary } from "@agent-studio/shared";
import type { TextKey } from "../texts/en.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { RenameForm } from "./rename-form.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";

const STATUS_TEXTS: Readonly<Record<SessionStatus, TextKey>> = {
  idle: "sessions.idle",
  running: "sessions.running",
  awaiting_approval: "sessions.awaiting",
};

interface Props {
  readonly session: SessionSummary;
  readonly isCurrent: boolean;
}

/** One session of the list; the open one can be renamed, reset and deleted. */
export function SessionRow({ session, isCurrent }: Props) {
  const { t, locale } = useTexts();
  const { studio } = useStudio();
  const { sessionId, title, status, pendingApprovals, updatedAt } = session;
  return (
    <li className="session" data-current={isCurrent}>
      <button
        type="button"
        className="session-open"
        aria-current={isCurrent}
        onClick={() => void studio.open(sessionId)}
      >
        <span className="session-title" dir="auto">
          {title}
        </span>
        <span className="note">
          <span data-status={status}>{t(STATUS_TEXTS[status])}</span>
          {pendingApprovals > 0 &&
            ` · ${t("sessions.pending", { count: pendingApprovals })}`}
          {" · "}
          {new Date(updatedAt).toLocaleTimeString(locale, {
            hour: "2-digit",
            minute: "2-digit",
          })}
        </span>
      </button>
      {isCurrent && <SessionActions session={session} />}
    </li>
  );
}

type Action = "rename" | "reset" | "delete";

const ACTIONS: readonly {
  readonly action: Action;
  readonly Icon: typeof Pencil;
}[] = [
  { action: "rename", Icon: Pencil },
  { action: "reset", Icon: RotateCcw },
  { action: "delete", Icon: Trash2 },
];

function SessionActions({ session }: { readonly session: SessionSummary }) {
  const { t } = useTexts();
  const { studio } = useStudio();
  const [asking, setAsking] = useState<Action | null>(null);
  const { sessionId, title } = session;
  const done = () => setAsking(null);
  if (asking === "rename") {
    return (
      <RenameForm
        title={title}
        onCancel={done}
        onSave={(next) => {
          done();
          void studio.rename(sessionId, next);
        }}
      />
    );
  }
  return (
    <div className="session-actions">
      {ACTIONS.map(({ action, Icon }) => (
        <button
          key={action}
          type="button"
          className="icon-button"
          aria-label={t(`sessions.${action}`)}
          title={t(`sessions.${action}`)}
          onClick={() => setAsking(action)}
        >
          <Icon aria-hidden />
        </button>
      ))}
      {asking !== null && (
        <ConfirmDialog
          title={t(`sessions.${asking}`)}
          question={t(`sessions.${asking}Ask`)}
          onNo={done}
          onYes={() => {
            done();
            void studio[asking](sessionId);
          }}
        />
      )}
    </div>
  );
}
