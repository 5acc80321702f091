import type { EventCursor } from "@agent-studio/harness";
import { invalidInput } from "../http/refusal.ts";

const MAX_ID_LENGTH = 200;

export interface PlaceRequest {
  /** The header as Node gives it; an empty one counts as none, as in a browser. */
  readonly lastEventId: string | undefined;
  /** Checked by the schema: a canonical non-negative integer. */
  readonly afterSequence: string | undefined;
}

/** Where a stream starts: the header, else the query, else the oldest retained event. Throws `VALIDATION_FAILED`. */
export function placeOf({
  lastEventId,
  afterSequence,
}: PlaceRequest): EventCursor {
  if (lastEventId !== undefined && lastEventId !== "") {
    if (lastEventId.length > MAX_ID_LENGTH || /\p{Cc}/u.test(lastEventId)) {
      throw invalidInput([
        {
          path: ["Last-Event-ID"],
          message: `must have at most ${MAX_ID_LENGTH} characters and no control characters`,
        },
      ]);
    }
    return { kind: "eventId", id: lastEventId };
  }
  return afterSequence === undefined
    ? { kind: "start" }
    : { kind: "sequence", after: Number(afterSequence) };
}
