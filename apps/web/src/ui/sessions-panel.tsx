import { useState } from "react";
import { Plus } from "lucide-react";
import type { SessionSummary } from "@agent-studio/shared";
import { SessionRow } from "./session-row.tsx";
import { useSessionPart } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

/** The viewer's own sessions, and a new one. */
export function SessionsPanel() {
  const { t } = useTexts();
  const { studio } = useStudio();
  const sessions = useCellPart(studio.view, (view) => view.sessions);
  const current = useCellPart(studio.view, (view) => view.current);
  const live = useSessionPart((view) => view.state);
  const shown = sessions.map((session) =>
    session.sessionId === live.sessionId && live.sequence > 0
      ? {
          ...session,
          title: live.title,
          status: live.status,
          pendingApprovals: pendingOf(live),
        }
      : session,
  );
  return (
    <nav className="panel-section" aria-label={t("sessions.title")}>
      <h2>{t("sessions.title")}</h2>
      <NewSession />
      {shown.length === 0 && <p className="note">{t("sessions.empty")}</p>}
      <ul className="sessions">
        {shown.map((session: SessionSummary) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            isCurrent={session.sessionId === current?.sessionId}
          />
        ))}
      </ul>
    </nav>
  );
}

function pendingOf(state: {
  readonly approvals: readonly { readonly status: string }[];
}): number {
  return state.approvals.filter(({ status }) => status === "pending").length;
}

function NewSession() {
  const { t, local } = useTexts();
  const { studio } = useStudio();
  const labs = useCellPart(studio.view, (view) => view.labs);
  const [labId, setLabId] = useState("");
  return (
    <div className="new-session">
      {labs.length > 1 && (
        <label className="field">
          <span>{t("sessions.newIn")}</span>
          <select
            value={labId}
            onChange={(event) => setLabId(event.target.value)}
          >
            {labs.map((lab) => (
              <option key={lab.labId} value={lab.labId}>
                {local(lab.title)}
              </option>
            ))}
          </select>
        </label>
      )}
      <button
        type="button"
        className="button wide"
        onClick={() => void studio.create(labId === "" ? undefined : labId)}
      >
        <Plus aria-hidden className="inline-icon" />
        {t("sessions.new")}
      </button>
    </div>
  );
}
