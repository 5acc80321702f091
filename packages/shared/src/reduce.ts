/**
 * The one reducer: what an event does to the state of its session. Pure and
 * total: a duplicate, an old or an unknown event and a gap return the same
 * object. The server folds with it for snapshots, the browser for its store.
 */
import { advance } from "./advance.ts";
import type { HarnessEvent } from "./event.ts";
import { reduceApproval } from "./reduce-approval.ts";
import { reduceAssistant } from "./reduce-assistant.ts";
import { reduceRun } from "./reduce-run.ts";
import { reduceSession } from "./reduce-session.ts";
import { reduceStored } from "./reduce-stored.ts";
import { reduceTool } from "./reduce-tool.ts";
import { settleStatus } from "./run-status.ts";
import type { SessionState } from "./state.ts";

/** The state after an event; the same object unless the event is the very next one and of a known type. */
export function reduce(state: SessionState, event: HarnessEvent): SessionState {
  if (event.sequence !== state.sequence + 1) return state;
  const patch = patchOf(state, event);
  if (patch === null) return state;
  const next = advance(state, event, patch);
  return event.type === "assistant.delta" ? next : settleStatus(next);
}

/** What an event changes apart from sequence and time; null for a type that this version does not know. */
function patchOf(
  state: SessionState,
  event: HarnessEvent,
): Partial<SessionState> | null {
  switch (event.type) {
    case "assistant.started":
    case "assistant.delta":
    case "assistant.completed":
    case "tool.drafted":
      return reduceAssistant(state, event);
    case "session.started":
    case "session.resumed":
    case "session.updated":
    case "session.closed":
    case "model.configured":
    case "model.cleared":
      return reduceSession(state, event);
    case "attachment.added":
    case "attachment.updated":
    case "attachment.rejected":
    case "attachment.removed":
    case "artifact.saved":
    case "lab.updated":
      return reduceStored(state, event);
    case "run.started":
    case "user.message":
    case "model.requested":
    case "model.responded":
    case "run.retrying":
    case "run.resumed":
    case "run.completed":
    case "run.failed":
    case "run.cancelled":
      return reduceRun(state, event);
    case "tool.requested":
    case "tool.started":
    case "tool.progressed":
    case "tool.completed":
    case "tool.failed":
    case "tool.denied":
    case "skill.requested":
    case "skill.loaded":
      return reduceTool(state, event);
    case "approval.required":
    case "approval.resolved":
      return reduceApproval(state, event);
    default:
      return unknownType(event);
  }
}

function unknownType(_event: never): null {
  return null;
}
