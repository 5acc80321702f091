/** Ends a run that waits for people and of which nothing runs: it is stopped, or can't go on. Pure. */
import type {
  Actor,
  CancelReason,
  ErrorCode,
  Run,
  SessionState,
} from "@agent-studio/shared";
import type { NewEvent } from "../events/event-store.ts";
import {
  endCall,
  isPending,
  isRefused,
  openCalls,
  resolved,
} from "./open-call.ts";

export type WaitingRunEnd =
  | { readonly reason: CancelReason; readonly actor?: Actor }
  | { readonly code: ErrorCode; readonly message: string };

/** The ends of its approvals and calls, then its own. `now` is wall clock in milliseconds. */
export function endWaitingRun(
  state: SessionState,
  run: Run,
  end: WaitingRunEnd,
  now: number,
): readonly NewEvent[] {
  const { usage, costUsd, turns, runId } = run;
  const durationMs = Math.max(0, now - Date.parse(run.startedAt));
  const totals = { usage, costUsd, durationMs, turns };
  return [...endOpenCalls(state, run), terminal(end)];

  function terminal(how: WaitingRunEnd): NewEvent {
    if ("code" in how) {
      const payload = { ...how, retryable: true, ...totals };
      return { type: "run.failed", runId, payload };
    }
    const actor = how.actor === undefined ? {} : { actor: how.actor };
    const payload = { reason: how.reason, ...totals };
    return { type: "run.cancelled", runId, ...actor, payload };
  }
}

/** The ends of whatever of it is open: its approvals, then its calls. */
export function endOpenCalls(
  state: SessionState,
  run: Run,
): readonly NewEvent[] {
  const open = openCalls(state);
  return [
    ...open.filter(isPending).map((call) => resolved(run, call, "cancelled")),
    ...open.map((call) => endCall(run, call, "TOOL_CANCELLED")),
  ];
}

/** The ends of the calls that were decided against, when nothing of the run is there to write them. */
export function endRefusedCalls(
  state: SessionState,
  run: Run,
): readonly NewEvent[] {
  return openCalls(state)
    .filter(isRefused)
    .map((call) => endCall(run, call));
}
