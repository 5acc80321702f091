/** How many approvals wait for a person in all sessions together. Pure. */
import type { Approval, SessionSummary } from "@agent-studio/shared";

export interface PendingFacts {
  /** The sessions that are shown, the open one as it is now. */
  readonly shown: readonly Pick<
    SessionSummary,
    "sessionId" | "pendingApprovals"
  >[];
  /** Of sessions on their way out; what waits there counts no more. */
  readonly leaving: ReadonlySet<string>;
  /** Approvals as last asked for: they tell of sessions that are not listed. */
  readonly approvals: readonly Approval[] | null;
}

/** The number of the badge. */
export function pendingCount({
  shown,
  leaving,
  approvals,
}: PendingFacts): number {
  const ids = new Set(shown.map(({ sessionId }) => sessionId));
  const listed = shown.reduce((sum, each) => sum + each.pendingApprovals, 0);
  const unlisted = (approvals ?? []).filter(
    ({ sessionId }) => !ids.has(sessionId) && !leaving.has(sessionId),
  );
  return listed + unlisted.length;
}
