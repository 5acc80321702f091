import { useMemo } from "react";
import type { Approval } from "@agent-studio/shared";
import { useSessionState } from "../session-context.tsx";

/** The questions of the open session that wait for a person, oldest first. */
export function usePendingApprovals(): readonly Approval[] {
  const approvals = useSessionState((state) => state.approvals);
  return useMemo(
    () => approvals.filter(({ status }) => status === "pending"),
    [approvals],
  );
}
