/**
 * Which events led to which: a message to a model call, the call to its answer, the answer to tools, a tool to its
 * approval, its file and its end, and all of it to the end of the run. Read from the events' own identifiers and from
 * the order that the protocol promises; nothing is guessed from times.
 */
import { causeKeys, traceKeys } from "./event-link-keys.ts";
import { isRunEnd } from "./event.ts";
import type { EventType, HarnessEvent } from "./event.ts";

export interface EventLinks {
  /** Sequences of the events that this one follows from, oldest first. */
  readonly causes: readonly number[];
  /** Sequences of the events that follow from this one, oldest first. */
  readonly effects: readonly number[];
}

/**
 * The links of each event that has any, by sequence. Events come oldest first, of one session; where some are left
 * out, their links are. Every cause names its effect and every effect its cause.
 */
export function linkEvents(
  events: readonly HarnessEvent[],
): ReadonlyMap<number, EventLinks> {
  const traces = createTraces();
  const causes = new Map<number, readonly number[]>();
  const effects = new Map<number, number[]>();
  for (const event of events) {
    const before = causesOf(event, traces);
    if (before.length > 0) causes.set(event.sequence, before);
    for (const cause of before) {
      const known = effects.get(cause);
      if (known === undefined) effects.set(cause, [event.sequence]);
      else known.push(event.sequence);
    }
    leaveTrace(event, traces);
  }
  const linked = new Set([...causes.keys(), ...effects.keys()]);
  return new Map(
    [...linked].map((sequence) => [
      sequence,
      {
        causes: causes.get(sequence) ?? [],
        effects: effects.get(sequence) ?? [],
      },
    ]),
  );
}

/** Where the last event stands that something can follow from, by what it is about. */
interface Traces {
  readonly at: Map<string, number>;
  /** Ends of calls since the last model call of a run: what that call will read. */
  readonly results: Map<string, number[]>;
}

function createTraces(): Traces {
  return { at: new Map(), results: new Map() };
}

function causesOf(event: HarnessEvent, traces: Traces): readonly number[] {
  const keys = causeKeys(event);
  const found = keys.flatMap((key) => traces.at.get(key) ?? []);
  const results =
    event.type === "model.requested" || isRunEnd(event)
      ? (traces.results.get(runOf(event)) ?? [])
      : [];
  return [...new Set([...found, ...results])].sort((a, b) => a - b);
}

function runOf({ runId }: HarnessEvent): string {
  return runId ?? "";
}

/** What later events will find of this one. */
function leaveTrace(event: HarnessEvent, { at, results }: Traces): void {
  const { sequence } = event;
  for (const key of traceKeys(event)) at.set(key, sequence);
  const run = runOf(event);
  if (event.type === "model.requested") {
    results.delete(run);
    // A call that writes no message must not be taken for the author of the one before.
    at.delete(`written:${run}`);
  }
  if (ENDS_OF_CALLS.has(event.type)) {
    results.set(run, [...(results.get(run) ?? []), sequence]);
  }
}

const ENDS_OF_CALLS: ReadonlySet<string> = new Set<EventType>([
  "tool.completed",
  "tool.failed",
  "tool.denied",
]);
