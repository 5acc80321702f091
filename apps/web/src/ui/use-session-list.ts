import { useEffect } from "react";
import type { SessionStore } from "../client/session-store.ts";
import { useStudio } from "./studio-context.tsx";

const POLL_MS = 10_000;

/** Keeps the list of sessions fresh while someone looks: other sessions run on without a stream of their own here. */
export function useSessionList(store: SessionStore): void {
  const { studio } = useStudio();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void studio.refreshSessions();
    };
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [studio, store]);
}
