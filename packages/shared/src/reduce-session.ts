import type { EventOf } from "./event.ts";
import type { SessionState } from "./state.ts";

type SessionEvent = EventOf<
  | "session.started"
  | "session.resumed"
  | "session.updated"
  | "session.closed"
  | "model.configured"
  | "model.cleared"
>;

/** The session itself: title, trust, model, and whether it is closed. */
export function reduceSession(
  state: SessionState,
  event: SessionEvent,
): Partial<SessionState> {
  switch (event.type) {
    case "session.started":
      return {
        labId: event.payload.labId,
        title: event.payload.title,
        createdAt: event.timestamp,
      };
    case "session.resumed":
      return { trust: false };
    case "session.updated":
      return {
        title: event.payload.title ?? state.title,
        trust: event.payload.trust ?? state.trust,
      };
    case "session.closed":
      return {
        closed: state.closed === "deleted" ? "deleted" : event.payload.reason,
      };
    case "model.configured":
      return { model: event.payload.connection };
    case "model.cleared":
      return { model: null };
  }
}
