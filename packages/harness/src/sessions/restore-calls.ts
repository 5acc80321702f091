/** The calls of a run that is resumed, as its gate takes them. */
import type { Approval } from "@agent-studio/shared";
import type {
  RestoredApproval,
  RestoredCalls,
} from "../agent/restored-calls.ts";
import type { ApprovalOutcome } from "../approvals/approval-broker.ts";
import type { RunRecords } from "./run-records.ts";

export interface RestoreFacts {
  /** An approval as it was last appended. */
  readonly approval: (approvalId: string) => Approval | undefined;
  /** What was decided in this process, with its secrets. */
  readonly decided: (approvalId: string) => ApprovalOutcome | undefined;
  /** Wall clock, in milliseconds. */
  readonly wallClock: () => number;
}

/** Open calls get the very arguments that were asked about, and the decision that there is, whenever it is asked for. */
export function restoreCalls(
  records: RunRecords,
  facts: RestoreFacts,
): RestoredCalls {
  const approvals = new Map<string, RestoredApproval>();
  for (const [approvalId, { toolCallId, args }] of records.asked) {
    if (records.replies.has(toolCallId)) continue;
    approvals.set(toolCallId, {
      approvalId,
      args,
      outcome: () => outcomeOf(approvalId, records, facts),
      remainingMs: () => remainingMs(facts.approval(approvalId), facts),
    });
  }
  return { replies: records.replies, approvals };
}

function outcomeOf(
  approvalId: string,
  { edited }: RunRecords,
  { approval: find, decided }: RestoreFacts,
): ApprovalOutcome | undefined {
  const approval = find(approvalId);
  // A question that the log does not know was never asked.
  if (approval === undefined) return { status: "cancelled" };
  const { status, reason } = approval;
  if (status === "pending") return undefined;
  const known = decided(approvalId);
  if (known?.status === status) return known;
  if (status === "approved") {
    const args = edited.get(approvalId);
    return args === undefined ? { status } : { status, args };
  }
  return reason === undefined ? { status } : withReason(status, reason);
}

function withReason(
  status: Exclude<Approval["status"], "pending" | "approved">,
  reason: string,
): ApprovalOutcome {
  return status === "denied" || status === "invalidated"
    ? { status, reason }
    : { status };
}

function remainingMs(
  approval: Approval | undefined,
  { wallClock }: RestoreFacts,
): number {
  const expiresAt = Date.parse(approval?.expiresAt ?? "");
  return Number.isNaN(expiresAt) ? 0 : Math.max(0, expiresAt - wallClock());
}
