/**
 * `evt_<mark of the opening>_<sequence>`: an id proves itself, since the mark is new at each opening of a log. An id
 * of another life of the log, or of another session, differs from the event at its place.
 */

/** Random characters that are new at each opening of a log. */
export const OPENING_MARK_LENGTH = 22;

const EVENT_ID = /^evt_([A-Za-z0-9_-]{22})_([1-9][0-9]{0,15})$/;

export interface EventIdParts {
  readonly mark: string;
  readonly sequence: number;
}

/** The id of the event at a sequence, written during the opening that has this mark. */
export function formatEventId({ mark, sequence }: EventIdParts): string {
  return `evt_${mark}_${sequence}`;
}

/** The parts of an id; undefined for what can't be one. */
export function parseEventId(id: string): EventIdParts | undefined {
  const match = EVENT_ID.exec(id);
  if (match === null) return undefined;
  const [, mark = "", digits = ""] = match;
  const sequence = Number(digits);
  return Number.isSafeInteger(sequence) ? { mark, sequence } : undefined;
}
