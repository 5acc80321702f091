/** One promise of the protocol about a whole log, as a pure function that looks at nothing else. */
import type { EventOf, EventType, HarnessEvent } from "../event.ts";

export interface Breach {
  /** Of the event that breaks the promise; 0 for the log as a whole. */
  readonly sequence: number;
  readonly problem: string;
}

export interface Invariant {
  /** Its number never changes: `I07`. */
  readonly id: string;
  /** The promise, as one sentence. */
  readonly promise: string;
  readonly check: (events: readonly HarnessEvent[]) => readonly Breach[];
}

/** The events of some types, in order. */
export function eventsOf<T extends EventType>(
  events: readonly HarnessEvent[],
  ...types: readonly T[]
): readonly EventOf<T>[] {
  return events.filter((event): event is EventOf<T> =>
    types.some((type) => event.type === type),
  );
}

/** A breach at an event. */
export function breach(
  { sequence }: Pick<HarnessEvent, "sequence">,
  problem: string,
): Breach {
  return { sequence, problem };
}

/** The breaches of those events for which `problemOf` has a sentence. */
export function breaches<E extends HarnessEvent>(
  events: readonly E[],
  problemOf: (event: E, index: number) => string | undefined,
): readonly Breach[] {
  return events.flatMap((event, index) => {
    const problem = problemOf(event, index);
    return problem === undefined ? [] : [breach(event, problem)];
  });
}

/** The last three events that a run can have. */
export const RUN_ENDS = [
  "run.completed",
  "run.failed",
  "run.cancelled",
] as const;

/** The three ends of a call. */
export const CALL_ENDS = [
  "tool.completed",
  "tool.failed",
  "tool.denied",
] as const;
