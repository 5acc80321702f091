import { useEffect } from "react";
import { titleDue } from "../client/session-title.ts";
import {
  useSession,
  useSessionPart,
  useSessionState,
} from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

/** Names the open session by its first message, unless someone named it. */
export function useFirstTitle(): void {
  const { t } = useTexts();
  const { studio } = useStudio();
  const { sessionId } = useSession();
  const labs = useCellPart(studio.view, (view) => view.labs);
  const named = useSessionPart(
    (view) => view.named || view.replaying || view.connection.phase !== "open",
  );
  const title = useSessionState((state) => {
    const lab = labs.find(({ labId }) => labId === state.labId);
    const nameOf = (name: string) => t("sessions.titleOfFile", { name });
    return named ? null : titleDue(state, lab, nameOf);
  });
  useEffect(() => {
    // Where it fails, the title stays as it is until the session is opened again.
    if (title !== null) void studio.rename(sessionId, title);
  }, [studio, sessionId, title]);
}
