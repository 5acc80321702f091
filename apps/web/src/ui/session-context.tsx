import { createContext, use } from "react";
import type { SessionState } from "@agent-studio/shared";
import type { SessionView } from "../client/session-log.ts";
import type { SessionStore } from "../client/session-store.ts";
import { useCellPart } from "./use-cell.ts";

const SessionContext = createContext<SessionStore | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The open session; throws where none is open. */
export function useSession(): SessionStore {
  const store = use(SessionContext);
  if (store === null) throw new Error("There is no session around this.");
  return store;
}

/** A part of what the open session shows; `pick` answers a primitive or something held by the view. */
export function useSessionPart<P>(pick: (view: SessionView) => P): P {
  return useCellPart(useSession().view, pick);
}

/** A part of the open session's folded state, by the same rule. */
export function useSessionState<P>(pick: (state: SessionState) => P): P {
  return useSessionPart((view) => pick(view.state));
}
