import { appended } from "./appended.ts";
import type { Approval } from "./approval.ts";
import type { EventOf } from "./event.ts";
import { updateCall } from "./message-parts.ts";
import type { SessionState } from "./state.ts";

/** Questions to people and their answers. The call that asks carries its approval too. */
export function reduceApproval(
  state: SessionState,
  event: EventOf<"approval.required" | "approval.resolved">,
): Partial<SessionState> {
  if (event.type === "approval.required") {
    const { approval } = event.payload;
    return {
      approvals: appended(state.approvals, approval),
      ...updateCall(state, approval.toolCallId, (call) => ({
        ...call,
        state: "awaiting_approval",
        approval,
      })),
    };
  }
  const index = state.approvals.findLastIndex(
    ({ approvalId }) => approvalId === event.payload.approvalId,
  );
  const pending = state.approvals[index];
  // The first decision wins.
  if (pending?.status !== "pending") return {};
  const approval = resolve(pending, event);
  return {
    approvals: state.approvals.with(index, approval),
    // The call goes on to its start, or to its end, which is an event of its own.
    ...updateCall(state, approval.toolCallId, (call) => ({
      ...call,
      state: "requested",
      approval,
    })),
  };
}

function resolve(
  pending: Approval,
  { timestamp, actor, payload }: EventOf<"approval.resolved">,
): Approval {
  const { status, reason, editedArgs, toolChange } = payload;
  return {
    ...pending,
    status,
    resolvedAt: timestamp,
    ...(actor === undefined ? {} : { resolvedBy: actor }),
    ...(reason === undefined ? {} : { reason }),
    ...(editedArgs === undefined ? {} : { editedArgs }),
    ...(toolChange === undefined ? {} : { toolChange }),
  };
}
