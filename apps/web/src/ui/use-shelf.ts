import { useEffect } from "react";
import { summaryOf } from "@agent-studio/shared";
import type { SessionState } from "@agent-studio/shared";
import { useSession, useSessionPart } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";

/** Keeps the list of sessions fresh: the open one from its own events, the others by asking. */
export function useShelf(): void {
  const { shelf } = useStudio();
  const { view } = useSession();
  useEffect(() => shelf.watch(), [shelf]);
  const listed = useSessionPart(({ state, replaying }) =>
    replaying || state.sequence === 0 ? "" : listedParts(state),
  );
  useEffect(() => {
    if (listed !== "") shelf.list.note(summaryOf(view.get().state));
  }, [listed, shelf, view]);
}

/** What a list shows of a session, as far as it changes seldom. While it runs, every event is an activity. */
function listedParts(state: SessionState): string {
  const { title, status, updatedAt, approvals, model } = state;
  const pending = approvals.filter((one) => one.status === "pending").length;
  const restedAt = status === "running" ? null : updatedAt;
  const parts = [title, status, restedAt, pending, model?.configuredAt];
  return JSON.stringify(parts);
}
