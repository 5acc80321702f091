import { useEffect, useRef, useState } from "react";
import { MonitorSmartphone, X } from "lucide-react";
import type { Approval } from "@agent-studio/shared";
import type { Decision } from "../../client/session-commands.ts";
import { useSession, useSessionState } from "../session-context.tsx";
import { useToolTitle } from "../tool-title.ts";
import { outcomeKey } from "./approval-words.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** Says that a question which waited here was answered in another tab or browser. */
export function ElsewhereNote() {
  const a = useApprovalTexts();
  const titleOf = useToolTitle();
  const { approval, dismiss } = useDecidedElsewhere();
  const key = approval === undefined ? undefined : outcomeKey(approval);
  return (
    <div role="status" className="elsewhere">
      {approval !== undefined && key !== undefined && (
        <div className="approval-row" data-kind="elsewhere">
          <MonitorSmartphone aria-hidden className="inline-icon" />
          <span>
            {a("elsewhere", {
              outcome: a(key),
              tool: titleOf(approval.toolName),
            })}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={a("dismiss")}
            onClick={dismiss}
          >
            <X aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}

function useDecidedElsewhere(): {
  readonly approval: Approval | undefined;
  readonly dismiss: () => void;
} {
  const { commands } = useSession();
  const approvals = useSessionState((state) => state.approvals);
  const waited = useRef<ReadonlySet<string>>(new Set());
  const [approval, setApproval] = useState<Approval>();
  useEffect(() => {
    const decided = approvals.find(
      (candidate) =>
        waited.current.has(candidate.approvalId) &&
        (candidate.status === "approved" || candidate.status === "denied") &&
        !isOurs(candidate, commands.view.get().decisions),
    );
    const pending = approvals.filter(({ status }) => status === "pending");
    // A new question makes the old news.
    const hasNew = pending.some((one) => !waited.current.has(one.approvalId));
    waited.current = new Set(pending.map(({ approvalId }) => approvalId));
    if (decided !== undefined) setApproval(decided);
    else if (hasNew) setApproval(undefined);
  }, [approvals, commands]);
  return { approval, dismiss: () => setApproval(undefined) };
}

/** Whether this tab decided it: what is still on its way counts when it is what came of it. */
function isOurs(
  { approvalId, status }: Approval,
  decisions: ReadonlyMap<string, Decision>,
): boolean {
  const decision = decisions.get(approvalId);
  if (decision === undefined || decision.status === "failed") return false;
  const wanted = decision.verb === "approve" ? "approved" : "denied";
  return decision.status === "sent" || wanted === status;
}
