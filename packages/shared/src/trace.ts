/**
 * The trace: every run with its steps, a fold of its own beside the state.
 * Waiting is a step that is open and not an error; what is not known, such as
 * the cost of a model without prices, is null or left out and never a zero.
 */
import type { HarnessEvent } from "./event.ts";
import type { Folded } from "./fold.ts";
import type { Run, Step } from "./run.ts";
import { traceRun } from "./trace-run.ts";
import type { RunTrace } from "./trace-run.ts";

export interface TraceState {
  readonly sequence: number;
  /** Oldest first; the last one may still be active. */
  readonly runs: readonly RunTrace[];
}

/** The trace of a session before its first event. */
export function createInitialTrace(): TraceState {
  return { sequence: 0, runs: [] };
}

/** The trace after an event; the same object unless the event is the very next one. */
export function reduceTrace(
  state: TraceState,
  event: HarnessEvent,
): TraceState {
  if (event.sequence !== state.sequence + 1) return state;
  return { sequence: event.sequence, runs: traceRun(state.runs, event) };
}

/** Folds events, oldest first; stops at a hole and reports it. */
export function foldTrace(
  state: TraceState,
  events: readonly HarnessEvent[],
): Folded<TraceState> {
  let { sequence, runs } = state;
  for (const event of events) {
    if (event.sequence <= sequence) continue;
    if (event.sequence !== sequence + 1) {
      return {
        state: { sequence, runs },
        gap: { expected: sequence + 1, received: event.sequence },
      };
    }
    sequence = event.sequence;
    runs = traceRun(runs, event);
  }
  return {
    state: sequence === state.sequence ? state : { sequence, runs },
    gap: null,
  };
}

/** One run with its steps, as `GET …/runs/:runId` answers; undefined for a run that is not there. */
export function selectRun(
  state: TraceState,
  runId: string,
): { run: Run; steps: Step[] } | undefined {
  const found = state.runs.find(({ run }) => run.runId === runId);
  return found === undefined
    ? undefined
    : { run: found.run, steps: [...found.steps] };
}
