import type { StoredEvent } from "./event-store.ts";

/** Whether an event is the last that its log will ever have. */
export function endsLog(event: StoredEvent): boolean {
  return event.type === "session.closed" && event.payload.reason === "deleted";
}
