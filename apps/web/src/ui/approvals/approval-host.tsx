import { useEffect } from "react";
import { useSessionPart } from "../session-context.tsx";
import { useApprovalDesk } from "./approval-desk.tsx";
import { ApprovalSheet } from "./approval-sheet.tsx";
import { isOccupied } from "./polite-focus.ts";
import { useIsPhone } from "./use-is-phone.ts";
import { usePendingApprovals } from "./use-pending-approvals.ts";

/** How often it is looked whether someone has paused. */
const PAUSE_MS = 500;

/** Watches over the questions of the open session: who may be disturbed, and the sheet on small screens. */
export function ApprovalHost() {
  const desk = useApprovalDesk();
  const replaying = useSessionPart((view) => view.replaying);
  const isPhone = useIsPhone();
  const pending = usePendingApprovals();
  const newest = replaying ? undefined : pending.at(-1)?.approvalId;
  useEffect(() => {
    const { sheet } = desk;
    if (newest === undefined) sheet.set({ chosen: null, isOpen: false });
    if (newest === undefined || !isPhone) return undefined;
    // Whoever is in the middle of something is asked when they pause.
    const offer = () => {
      const { chosen, isOpen } = sheet.get();
      if (!isOpen && isOccupied(desk.facts())) return;
      clearInterval(timer);
      sheet.set({ chosen, isOpen: true });
    };
    const timer = setInterval(offer, PAUSE_MS);
    offer();
    return () => clearInterval(timer);
  }, [desk, isPhone, newest]);
  return isPhone ? <ApprovalSheet pending={pending} /> : null;
}
