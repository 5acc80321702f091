import type { HarnessEvent } from "./event.ts";
import type { SessionState } from "./state.ts";

/** The state one event further on, with what the event changes. */
export function advance(
  state: SessionState,
  event: HarnessEvent,
  patch: Partial<SessionState>,
): SessionState {
  return {
    ...state,
    // Only `deleted` is final: whatever follows a shutdown shows that the session is open again.
    closed: state.closed === "deleted" ? "deleted" : null,
    ...patch,
    sequence: event.sequence,
    updatedAt: event.timestamp,
  };
}
