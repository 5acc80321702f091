import type { EventRow, EventRows } from "../../client/event-rows.ts";

/** The rows that a filter leaves, by place. */
export interface ShownRows {
  readonly length: number;
  readonly at: (place: number) => EventRow | undefined;
  /** The place of the row that holds an event, or of the last one before it; -1 where there is none. */
  readonly placeOf: (sequence: number) => number;
}

/** The first `length` rows, or of them those whose indices are given, ascending. */
export function showRows(
  rows: EventRows,
  length: number,
  matches: readonly number[] | null,
): ShownRows {
  if (matches === null) {
    return {
      length,
      at: (place) => (place < length ? rows.at(place) : undefined),
      placeOf: (sequence) => Math.min(rows.indexOf(sequence), length - 1),
    };
  }
  return {
    length: matches.length,
    at: (place) => rows.at(matches[place] ?? -1),
    placeOf: (sequence) => lastAtMost(matches, rows.indexOf(sequence)),
  };
}

/** The place of the last number of an ascending list that is not above `limit`. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
