/** Decisions of people, and of time, on approvals: the first one appended wins. */
import type {
  Actor,
  Approval,
  EventInput,
  JsonObject,
  SessionState,
} from "@agent-studio/shared";
import {
  refuse,
  type Command,
  type Decision,
  type DecisionFacts,
} from "./decision.ts";

/** An approval, as asked or with arguments of the person. */
export function decideApprove(
  state: SessionState,
  command: Extract<Command, { type: "approve" }>,
  facts: DecisionFacts,
): Decision {
  const approval = findApproval(state, command.approvalId);
  if (approval === undefined) return unknownApproval();
  const { argsDigest, args } = command;
  if (approval.status !== "pending") {
    return approval.status === "approved" &&
      isSameDecision(approval, args, facts)
      ? { kind: "unchanged" }
      : alreadyResolved(approval);
  }
  if (facts.isKeyMissing) return keyMissing();
  if (argsDigest !== undefined && argsDigest !== approval.argsDigest) {
    return refuse(
      "APPROVAL_DIGEST_MISMATCH",
      "The arguments that you saw are not those of this approval. Look at it again before you decide.",
    );
  }
  if (args === undefined || facts.digest(args) === approval.argsDigest)
    return resolve(approval, facts.actor, { status: "approved" });
  const problem = facts.argumentsProblem(approval.toolName, args);
  if (problem !== undefined) {
    const { sentence, issues } = problem;
    return refuse("TOOL_ARGUMENTS_INVALID", sentence, { issues });
  }
  const editedArgs = facts.redact(args);
  return resolve(approval, facts.actor, { status: "approved", editedArgs });
}

/** Edited arguments are compared as they were recorded, so that secrets in them are not needed to know them again. */
function isSameDecision(
  { argsDigest, editedArgs }: Approval,
  args: JsonObject | undefined,
  facts: DecisionFacts,
): boolean {
  if (editedArgs === undefined)
    return args === undefined || facts.digest(args) === argsDigest;
  if (args === undefined) return false;
  const recorded = facts.digest(editedArgs as JsonObject);
  return (
    recorded !== undefined &&
    recorded === facts.digest(facts.redact(args) as JsonObject)
  );
}

/** A denial; the reason of the first one stays. */
export function decideDeny(
  state: SessionState,
  command: Extract<Command, { type: "deny" }>,
  facts: DecisionFacts,
): Decision {
  const approval = findApproval(state, command.approvalId);
  if (approval === undefined) return unknownApproval();
  if (approval.status === "denied") return { kind: "unchanged" };
  if (approval.status !== "pending") return alreadyResolved(approval);
  if (facts.isKeyMissing) return keyMissing();
  return resolve(approval, facts.actor, {
    status: "denied",
    ...(command.reason === undefined ? {} : { reason: command.reason }),
  });
}

/** Silence. */
export function decideExpire(
  state: SessionState,
  approvalId: string,
): Decision {
  const approval = findApproval(state, approvalId);
  if (approval?.status !== "pending") return { kind: "unchanged" };
  return resolve(approval, { kind: "system" }, { status: "expired" });
}

type Resolution = Pick<
  Extract<EventInput, { type: "approval.resolved" }>["payload"],
  "status" | "reason" | "editedArgs"
>;

function resolve(
  { approvalId, toolCallId, runId }: Approval,
  actor: Actor,
  resolution: Resolution,
): Decision {
  return {
    kind: "append",
    events: [
      {
        type: "approval.resolved",
        runId,
        actor,
        payload: { approvalId, toolCallId, ...resolution },
      },
    ],
  };
}

function findApproval(
  state: SessionState,
  approvalId: string,
): Approval | undefined {
  return state.approvals.find((approval) => approval.approvalId === approvalId);
}

/** The run could not go on with the answer. */
function keyMissing(): Decision {
  return refuse(
    "MODEL_NOT_CONFIGURED",
    "The key of this session's model went with the restart of the server. Enter it in the model settings, then decide again.",
  );
}

function unknownApproval(): Decision {
  return refuse(
    "APPROVAL_NOT_FOUND",
    "There is no such approval in this session.",
  );
}

function alreadyResolved(approval: Approval): Decision {
  return refuse(
    "APPROVAL_ALREADY_RESOLVED",
    `This approval was decided before: it is ${approval.status}. Nothing was changed.`,
    { approval },
  );
}
