/** What holds of every event, whatever its type. */
import { HarnessEventSchema } from "../event.ts";
import { breach, breaches, type Invariant } from "./invariant.ts";

export const ENVELOPE_INVARIANTS: readonly Invariant[] = [
  {
    id: "I01",
    promise: "Sequences start at 1 and grow by exactly 1.",
    check: (events) =>
      breaches(events, ({ sequence }, index) =>
        sequence === index + 1
          ? undefined
          : `The sequence is ${sequence} where ${index + 1} belongs.`,
      ),
  },
  {
    id: "I02",
    promise: "Every event has an id of its own that names its place.",
    check: (events) => {
      const seen = new Set<string>();
      return breaches(events, ({ eventId, sequence }) => {
        const isUsed = seen.has(eventId);
        seen.add(eventId);
        if (isUsed) return `The id ${eventId} was used before.`;
        return eventId.endsWith(`_${sequence}`)
          ? undefined
          : `The id ${eventId} does not name place ${sequence}.`;
      });
    },
  },
  {
    id: "I03",
    promise: "All events of a log belong to one session.",
    check: (events) =>
      breaches(events, ({ sessionId }) =>
        sessionId === events[0]?.sessionId
          ? undefined
          : `The event belongs to ${sessionId}.`,
      ),
  },
  {
    id: "I04",
    promise: "Every event has the shape that the protocol gives its type.",
    check: (events) =>
      events.flatMap((event) => {
        const parsed = HarnessEventSchema.safeParse(event);
        return parsed.success
          ? []
          : parsed.error.issues.map(({ path, message }) =>
              breach(event, `${path.join(".")}: ${message}`),
            );
      }),
  },
  {
    id: "I05",
    promise: "A session starts once, with its first event.",
    check: (events) =>
      breaches(events, ({ type }, index) =>
        (type === "session.started") === (index === 0)
          ? undefined
          : "A session starts with its first event and never again.",
      ),
  },
  {
    id: "I06",
    promise: "Nothing follows the deletion of the session.",
    check: (events) => {
      const end = events.findIndex(
        (event) =>
          event.type === "session.closed" && event.payload.reason === "deleted",
      );
      return end === -1
        ? []
        : breaches(
            events.slice(end + 1),
            () => "The session was deleted before.",
          );
    },
  },
];
