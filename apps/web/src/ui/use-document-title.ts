import { useEffect } from "react";
import { useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { usePendingCounts } from "./use-shown-sessions.ts";

/** Names the browser's tab by the open session, with the number of what waits in any. */
export function useDocumentTitle(): void {
  const { t } = useTexts();
  const title = useSessionState((state) => state.title);
  const count = usePendingCounts().all;
  const name = [title, t("app.name")].filter(Boolean).join(" – ");
  const shown = count > 0 ? `(${count}) ${name}` : name;
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}
