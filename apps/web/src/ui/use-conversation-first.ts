import { useEffect, useEffectEvent, useRef } from "react";
import type { Panel } from "../client/reveals.ts";

export const CONVERSATION_ID = "conversation";

/** Where one panel is shown at a time, a session that is opened shows its conversation. */
export function useConversationFirst(
  sessionId: string,
  panel: Panel,
  showPanel: (panel: Panel) => void,
): void {
  const before = useRef(sessionId);
  const open = useEffectEvent(() => {
    if (panel === "chat") return;
    showPanel("chat");
    // The row that was pressed is hidden then, where only one panel is shown.
    requestAnimationFrame(() => {
      const lost = document.activeElement === document.body;
      if (lost) document.getElementById(CONVERSATION_ID)?.focus();
    });
  });
  useEffect(() => {
    if (before.current === sessionId) return;
    before.current = sessionId;
    open();
  }, [sessionId]);
}
