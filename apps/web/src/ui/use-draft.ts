import { useEffect, useRef } from "react";
import { useAui, useAuiState } from "@assistant-ui/react";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useCellPart } from "./use-cell.ts";

/**
 * Keeps what is being written, for this session, across reloads and switching. A sent message is
 * forgotten only when the server has it: until then the kept draft is the one copy that survives a crash.
 */
export function useDraft(): void {
  const aui = useAui();
  const { sessionId, commands } = useSession();
  const { drafts } = useStudio();
  const text = useAuiState((s) => s.composer.text);
  const sending = useCellPart(commands.view, (view) => view.sending);
  const isRestored = useRef(false);
  const isTouched = useRef(false);

  useEffect(() => {
    if (isRestored.current) return;
    isRestored.current = true;
    const draft = drafts.read(sessionId);
    if (draft !== "") aui.composer.setText(draft);
  }, [aui, drafts, sessionId]);

  useEffect(() => {
    // A composer that is still empty has nothing to say about what was kept.
    if (text === "" && (sending || !isTouched.current)) return;
    isTouched.current = true;
    drafts.write(sessionId, text);
  }, [drafts, sessionId, text, sending]);
}
