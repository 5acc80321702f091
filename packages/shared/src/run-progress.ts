/** How a run grows: its turns, its usage, its end. Shared by the state and the trace, so that both tell the same. */
import type { EventOf, EventPayload } from "./event.ts";
import type { Run } from "./run.ts";
import { NO_USAGE, addCost, addUsage } from "./usage.ts";

export type RunEndEvent = EventOf<
  "run.completed" | "run.failed" | "run.cancelled"
>;

/** A run that has just begun; null if the event does not say which. */
export function startRun({
  runId,
  timestamp,
  payload,
}: EventOf<"run.started">): Run | null {
  if (runId === undefined) return null;
  return {
    runId,
    status: "running",
    startedAt: timestamp,
    turns: 0,
    model: payload.model,
    usage: NO_USAGE,
    costUsd: 0,
  };
}

/** The run with a model call of this turn begun. A retry is a call of the same turn and does not count again. */
export function countTurn(run: Run, turn: number): Run {
  return turn > run.turns ? { ...run, turns: turn } : run;
}

/** The run with the usage and cost of one model call added. */
export function countCall(
  run: Run,
  { usage, costUsd }: EventPayload<"model.responded">,
): Run {
  return {
    ...run,
    usage: addUsage(run.usage, usage),
    costUsd: addCost(run.costUsd, costUsd),
  };
}

const STATUS = {
  "run.completed": "completed",
  "run.failed": "failed",
  "run.cancelled": "cancelled",
} as const;

/** The run at its end, with the totals that its last event states. */
export function endRun(run: Run, event: RunEndEvent): Run {
  const { usage, costUsd, turns } = event.payload;
  return {
    ...run,
    status: STATUS[event.type],
    endedAt: event.timestamp,
    turns,
    usage,
    costUsd,
    ...(event.type === "run.failed" ? { code: event.payload.code } : {}),
    ...(event.type === "run.cancelled" ? { reason: event.payload.reason } : {}),
  };
}
