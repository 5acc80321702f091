import { useMemo } from "react";
import type { SessionSummary } from "@agent-studio/shared";
import { pendingCount } from "../client/pending-count.ts";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useCell, useCellPart } from "./use-cell.ts";

/** The sessions that are not on their way out. */
export function useShownSessions(): readonly SessionSummary[] {
  const sessions = useCellPart(
    useStudio().shelf.list.view,
    (view) => view.sessions,
  );
  const leaving = useLeaving();
  return useMemo(
    () => sessions.filter(({ sessionId }) => !leaving.has(sessionId)),
    [sessions, leaving],
  );
}

/** How many approvals wait in all sessions together, and how many of them in the open one. */
export function usePendingCounts(): {
  readonly all: number;
  readonly here: number;
} {
  const { shelf } = useStudio();
  const shown = useShownSessions();
  const leaving = useLeaving();
  const { sessionId } = useSession();
  const approvals = useCellPart(shelf.approvals.view, (view) => view.approvals);
  const open = shown.find((session) => session.sessionId === sessionId);
  return {
    all: pendingCount({ shown, leaving, approvals }),
    here: open?.pendingApprovals ?? 0,
  };
}

function useLeaving(): ReadonlySet<string> {
  const entries = useCell(useStudio().shelf.deletions.view);
  return useMemo(
    () =>
      new Set(
        entries
          .filter(({ status }) => status !== "failed")
          .map(({ session }) => session.sessionId),
      ),
    [entries],
  );
}
