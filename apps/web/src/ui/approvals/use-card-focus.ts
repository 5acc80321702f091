import { useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { useSession } from "../session-context.tsx";
import { useApprovalDesk } from "./approval-desk.tsx";
import { canTakeFocus, mayTakeFocus } from "./polite-focus.ts";

/** Gives the question the focus when it appears, if nobody is disturbed by that. */
export function useFocusOnArrival(
  card: RefObject<HTMLElement | null>,
  approvalId: string,
): void {
  const desk = useApprovalDesk();
  const { mode } = useSession();
  useEffect(() => {
    const element = card.current;
    if (element === null || mode !== "live") return;
    if (!desk.isNew(approvalId)) return;
    if (!mayTakeFocus(desk.facts())) return;
    desk.lendFocus();
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }, [card, desk, mode, approvalId]);
}

/** Notes, as the question goes away, whether the focus was in it. */
export function useNoteFocusOnLeaving(
  card: RefObject<HTMLElement | null>,
  hadFocus: RefObject<boolean>,
): void {
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      hadFocus.current = element?.contains(document.activeElement) ?? false;
    };
  }, [card, hadFocus]);
}

/**
 * Once a question that held the focus is decided, puts it on the next question that waits, back where it came
 * from, or on what stands in the question's place.
 */
export function useFocusAfterwards(isPending: boolean): {
  readonly hadFocus: RefObject<boolean>;
  /** What stands in the question's place. */
  readonly answer: RefObject<HTMLDivElement | null>;
} {
  const desk = useApprovalDesk();
  const answer = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isPending || !hadFocus.current) return;
    hadFocus.current = false;
    const next = document.querySelector<HTMLElement>("main [data-approval]");
    if (next !== null) {
      next.focus();
      return;
    }
    const lender = desk.takeLender();
    const goal = canTakeFocus(lender) ? lender : answer.current;
    goal?.focus({ preventScroll: true });
  }, [isPending, desk]);
  return { hadFocus, answer };
}
