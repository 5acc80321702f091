import type {
  EventOf,
  EventPayload,
  EventType,
  HarnessEvent,
} from "../event.ts";

const FIRST_TIME = Date.UTC(2026, 0, 1, 12);
const OPENING = "A".repeat(22);

export interface EventExtras {
  readonly runId?: string;
  readonly actor?: EventOf<EventType>["actor"];
}

export interface EventWriter {
  readonly events: readonly HarnessEvent[];
  readonly sessionId: string;
  /** An identifier that this writer has not given before. */
  id(prefix: string): string;
  /** Lets time pass, and gives the time that the next event has. */
  now(passedMs?: number): string;
  /** Appends an event at the next place of the log. */
  write<T extends EventType>(
    type: T,
    payload: EventPayload<T>,
    extras?: EventExtras,
  ): void;
}

/** Writes one log: dense sequence, ids, and a clock that only it moves. */
export function createEventWriter(
  sessionId = "ses_0000000000000000",
): EventWriter {
  const events: HarnessEvent[] = [];
  let ids = 0;
  let time = FIRST_TIME;
  const now = (passedMs = 0): string => {
    time += passedMs;
    return new Date(time).toISOString();
  };
  return {
    events,
    sessionId,
    id: (prefix) => {
      ids += 1;
      return `${prefix}_${String(ids).padStart(16, "0")}`;
    },
    now,
    write: (type, payload, extras = {}) => {
      const sequence = events.length + 1;
      const event = {
        eventId: `evt_${OPENING}_${sequence}`,
        sessionId,
        sequence,
        timestamp: now(1),
        ...extras,
        type,
        payload,
      };
      // The compiler can't see that type and payload belong together; the signature makes sure.
      events.push(event as unknown as HarnessEvent);
    },
  };
}
