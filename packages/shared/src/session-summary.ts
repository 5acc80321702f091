import type { SessionSummary } from "./session.ts";
import type { SessionState } from "./state.ts";

/** What lists of sessions show. Of a session without an event yet, the times are empty. */
export function summaryOf(state: SessionState): SessionSummary {
  const {
    sessionId,
    labId,
    title,
    createdAt,
    updatedAt,
    status,
    model,
    trust,
  } = state;
  return {
    sessionId,
    labId,
    title,
    createdAt,
    updatedAt,
    status,
    model,
    trust,
    pendingApprovals: state.approvals.filter(
      (approval) => approval.status === "pending",
    ).length,
    lastSequence: state.sequence,
  };
}
