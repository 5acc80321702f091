import type { SessionStatus } from "./session.ts";
import type { MessagePart, SessionState } from "./state.ts";

/** The state with its status, and that of its active run, as the open turn says; the same object when they are right already. */
export function settleStatus(state: SessionState): SessionState {
  const status = sessionStatusOf(state);
  const run = state.runs.at(-1);
  const runs =
    status === "idle" || run === undefined || run.status === status
      ? state.runs
      : state.runs.with(-1, { ...run, status });
  return status === state.status && runs === state.runs
    ? state
    : { ...state, status, runs };
}

/** A run waits for people when some call waits for one and nothing else is under way. While the model is called no call is open. */
function sessionStatusOf({ activeRunId, open }: SessionState): SessionStatus {
  if (activeRunId === null) return "idle";
  const isWaiting =
    open?.parts.some(
      (part) => part.kind === "tool" && part.state === "awaiting_approval",
    ) ?? false;
  return isWaiting && !open?.parts.some(isUnderWay)
    ? "awaiting_approval"
    : "running";
}

/** A call that runs or is about to. One that was approved and has not started waits for its turn and holds nobody up. */
function isUnderWay(part: MessagePart): boolean {
  if (part.kind !== "tool") return false;
  return (
    part.state === "running" ||
    (part.state === "requested" && part.approval === undefined)
  );
}
