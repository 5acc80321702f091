import { useEffect, useId } from "react";
import type {
  Approval,
  LabSummary,
  SessionSummary,
} from "@agent-studio/shared";
import { placeId } from "../client/reveals.ts";
import { RISK_TEXTS } from "./approvals/approval-words.ts";
import { TimeLeft } from "./approvals/time-left.tsx";
import { useApprovalTexts } from "./approvals/use-approval-texts.ts";
import { EscapedText } from "./escaped-text.tsx";
import { FailureNote } from "./failure-note.tsx";
import { Modal } from "./modal.tsx";
import { useSession, useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell, useCellPart } from "./use-cell.ts";
import { useDialogTexts } from "./use-dialog-texts.ts";
import { useShownSessions } from "./use-shown-sessions.ts";

/** Everything that waits for a person, in all sessions; each is decided on its own card. */
export function ApprovalsDialog({ onClose }: { readonly onClose: () => void }) {
  const { error } = useTexts();
  const d = useDialogTexts();
  const { shelf } = useStudio();
  const { failure } = useCell(shelf.approvals.view);
  const waiting = useWaiting();
  useEffect(() => shelf.watchApprovals(), [shelf]);
  return (
    <Modal title={d("inbox.title")} onClose={onClose}>
      {failure !== null && (
        <FailureNote text={d("inbox.failed", { reason: error(failure.code) })}>
          <button
            type="button"
            className="button"
            onClick={() =>
              void shelf.approvals.refresh().catch(() => undefined)
            }
          >
            {d("inbox.retry")}
          </button>
        </FailureNote>
      )}
      {waiting === null && failure === null && (
        <p role="status">{d("inbox.loading")}</p>
      )}
      {waiting?.length === 0 && <p>{d("inbox.empty")}</p>}
      {waiting !== null && waiting.length > 0 && (
        <>
          <p className="note">{d("inbox.explain")}</p>
          <ul className="waiting">
            {waiting.map((approval) => (
              <WaitingApproval
                key={approval.approvalId}
                approval={approval}
                onClose={onClose}
              />
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}

/** Soonest to expire first. The open session's own events know better than what was asked for a while ago. */
function useWaiting(): readonly Approval[] | null {
  const { shelf } = useStudio();
  const { sessionId } = useSession();
  const listed = useCellPart(shelf.approvals.view, (view) => view.approvals);
  const leaving = useCell(shelf.deletions.view);
  const known = useSessionState((state) => state.sequence > 0);
  const own = useSessionState((state) => state.approvals);
  if (listed === null) return null;
  const gone = new Set(
    leaving
      .filter(({ status }) => status !== "failed")
      .map(({ session }) => session.sessionId),
  );
  const others = listed.filter(
    (approval) =>
      !gone.has(approval.sessionId) &&
      (!known || approval.sessionId !== sessionId),
  );
  const here = own.filter(({ status }) => status === "pending");
  return [...others, ...(known ? here : [])].sort((a, b) =>
    a.expiresAt < b.expiresAt ? -1 : 1,
  );
}

function WaitingApproval(props: {
  readonly approval: Approval;
  readonly onClose: () => void;
}) {
  const { local } = useTexts();
  const a = useApprovalTexts();
  const d = useDialogTexts();
  const { studio, reveals } = useStudio();
  const { sessionId, approvalId, toolName, summary, risk, expiresAt } =
    props.approval;
  const labs = useCellPart(studio.view, (view) => view.labs);
  const session = useShownSessions().find(
    (candidate) => candidate.sessionId === sessionId,
  );
  const openId = useSession().sessionId;
  const headingId = useId();
  const found = toolOf(labs, session, toolName);
  const tool = found === undefined ? toolName : local(found.title);
  const title = session?.title ?? d("inbox.unknownSession");
  const open = () => {
    props.onClose();
    const elementId = placeId("approval", approvalId);
    reveals.ask({ sessionId, panel: "chat", elementId });
    if (sessionId !== openId) void studio.open(sessionId);
  };
  return (
    <li className="waiting-approval" aria-labelledby={headingId}>
      <h3 id={headingId}>
        <EscapedText text={tool} />
      </h3>
      <p className="note" dir="auto">
        {d("inbox.session")}
        {": "}
        <EscapedText text={title} />
      </p>
      <p>
        <EscapedText text={local(summary)} />
      </p>
      <div className="waiting-facts">
        <span className="note">
          {a("risk")}
          {": "}
          <span className="risk" data-risk={risk}>
            {a(RISK_TEXTS[risk])}
          </span>
        </span>
        <TimeLeft expiresAt={expiresAt} title={tool} />
        <button
          type="button"
          className="button primary"
          aria-label={d("inbox.openOf", { tool, session: title })}
          onClick={open}
        >
          {d("inbox.open")}
        </button>
      </div>
    </li>
  );
}

/** A session that is not listed has a lab that is not known: then any tool of that name lends its title. */
function toolOf(
  labs: readonly LabSummary[],
  session: SessionSummary | undefined,
  toolName: string,
): LabSummary["tools"][number] | undefined {
  return labs
    .filter(({ labId }) => session === undefined || labId === session.labId)
    .flatMap(({ tools }) => tools)
    .find(({ name }) => name === toolName);
}
