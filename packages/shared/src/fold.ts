import { advance } from "./advance.ts";
import type { EventOf, HarnessEvent } from "./event.ts";
import { reduceDeltas } from "./reduce-assistant.ts";
import { reduce } from "./reduce.ts";
import type { SessionState } from "./state.ts";

/** An event that was expected next, and the later one that came instead. */
export interface Gap {
  readonly expected: number;
  readonly received: number;
}

export interface Folded<State> {
  readonly state: State;
  /** Where folding stopped because events are missing; null when all were taken. */
  readonly gap: Gap | null;
}

/**
 * Folds events, oldest first, into a state. What was folded before is passed
 * over; at a hole it stops and says so, since what follows can't be understood.
 * An event of an unknown type at the expected place moves `sequence` on and
 * changes nothing else, so that later ones do not look like a hole.
 */
export function fold(
  state: SessionState,
  events: readonly HarnessEvent[],
): Folded<SessionState> {
  let current = state;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined || event.sequence <= current.sequence) continue;
    const expected = current.sequence + 1;
    if (event.sequence !== expected)
      return { state: current, gap: { expected, received: event.sequence } };
    if (event.type === "assistant.delta") {
      const run = deltasFrom(events, index, event);
      current = foldDeltas(current, run);
      index += run.length - 1;
      continue;
    }
    const next = reduce(current, event);
    current =
      next === current ? { ...current, sequence: event.sequence } : next;
  }
  return { state: current, gap: null };
}

type Delta = EventOf<"assistant.delta">;

/** The deltas of one message that follow each other without a hole. */
function deltasFrom(
  events: readonly HarnessEvent[],
  start: number,
  first: Delta,
): readonly Delta[] {
  const run = [first];
  const { messageId } = first.payload;
  for (let index = start + 1; index < events.length; index += 1) {
    const event = events[index];
    if (
      event?.type !== "assistant.delta" ||
      event.payload.messageId !== messageId
    )
      break;
    if (event.sequence !== first.sequence + run.length) break;
    run.push(event);
  }
  return run;
}

/** What reducing one delta after the other gives, with one copy of the state instead of one a delta. */
function foldDeltas(state: SessionState, run: readonly Delta[]): SessionState {
  const last = run.at(-1);
  return last === undefined
    ? state
    : advance(state, last, reduceDeltas(state, run));
}
