import { useEffect, useEffectEvent, useRef } from "react";
import type { Panel } from "../client/reveals.ts";
import { useStudio } from "./studio-context.tsx";

export const CONVERSATION_ID = "conversation";

/** Where one panel is shown at a time, a session that is opened shows its conversation; one that only takes the place of a deleted one does not. */
export function useConversationFirst(
  sessionId: string,
  panel: Panel,
  showPanel: (panel: Panel) => void,
): void {
  const { deletions } = useStudio().shelf;
  const before = useRef(sessionId);
  const open = useEffectEvent((closed: string) => {
    const isDeleted = deletions.view
      .get()
      .some(({ session }) => session.sessionId === closed);
    if (panel === "chat" || isDeleted) return;
    showPanel("chat");
    // The row that was pressed is hidden then, where only one panel is shown.
    requestAnimationFrame(() => {
      const lost = document.activeElement === document.body;
      if (lost) document.getElementById(CONVERSATION_ID)?.focus();
    });
  });
  useEffect(() => {
    if (before.current === sessionId) return;
    open(before.current);
    before.current = sessionId;
  }, [sessionId]);
}
