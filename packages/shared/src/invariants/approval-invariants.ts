/** What holds of approvals and of trust. */
import type { HarnessEvent } from "../event.ts";
import {
  breaches,
  CALL_ENDS,
  eventsOf,
  RUN_ENDS,
  type Breach,
  type Invariant,
} from "./invariant.ts";

export const APPROVAL_INVARIANTS: readonly Invariant[] = [
  {
    id: "I31",
    promise: "A person is asked about a call that is open, once.",
    check: (events) => {
      const open = new Set<string>();
      const asked = new Set<string>();
      return breaches(
        eventsOf(events, "tool.requested", ...CALL_ENDS, "approval.required"),
        (event) => {
          if (event.type === "tool.requested")
            open.add(event.payload.toolCallId);
          else if (event.type !== "approval.required")
            open.delete(event.payload.toolCallId);
          else {
            const { toolCallId } = event.payload.approval;
            const isNew = !asked.has(toolCallId);
            asked.add(toolCallId);
            return isNew && open.has(toolCallId)
              ? undefined
              : "Its call is not open, or was asked about before.";
          }
          return undefined;
        },
      );
    },
  },
  {
    id: "I32",
    promise: "An approval is pending when it is asked for, and resolved once.",
    check: (events) => {
      const pending = new Set<string>();
      return breaches(
        eventsOf(events, "approval.required", "approval.resolved"),
        (event) => {
          if (event.type === "approval.resolved")
            return pending.delete(event.payload.approvalId)
              ? undefined
              : "It is not pending.";
          const { approvalId, status } = event.payload.approval;
          pending.add(approvalId);
          return status === "pending" ? undefined : `It is ${status} at once.`;
        },
      );
    },
  },
  {
    id: "I33",
    promise: "No approval is pending when its run ends.",
    check: (events) => {
      const pending = new Map<string, string>();
      return breaches(
        eventsOf(events, "approval.required", "approval.resolved", ...RUN_ENDS),
        (event) => {
          if (event.type === "approval.required") {
            const { approvalId, runId } = event.payload.approval;
            pending.set(approvalId, runId);
          } else if (event.type === "approval.resolved")
            pending.delete(event.payload.approvalId);
          else if ([...pending.values()].includes(event.runId ?? ""))
            return "An approval of it is pending.";
          return undefined;
        },
      );
    },
  },
  {
    id: "I34",
    promise: "What has to be asked about starts only after it was approved.",
    check: checkStarts,
  },
  {
    id: "I35",
    promise: "Only a person, or trust where a policy lets it, approves.",
    check: checkDeciders,
  },
  {
    id: "I36",
    promise: "Trust decides only while it is on.",
    check: (events) => {
      let trust = false;
      return breaches(
        eventsOf(
          events,
          "session.updated",
          "session.resumed",
          "approval.resolved",
        ),
        (event) => {
          if (event.type === "session.resumed") trust = false;
          else if (event.type === "session.updated")
            trust = event.payload.trust ?? trust;
          else if (event.actor?.kind === "trust" && !trust)
            return "The session is not trusted.";
          return undefined;
        },
      );
    },
  },
  {
    id: "I37",
    promise: "Arguments are edited only by an approval.",
    check: (events) =>
      breaches(eventsOf(events, "approval.resolved"), ({ payload }) =>
        payload.editedArgs === undefined || payload.status === "approved"
          ? undefined
          : `An approval that is ${payload.status} edits nothing.`,
      ),
  },
];

function checkStarts(events: readonly HarnessEvent[]): readonly Breach[] {
  const needsApproval = new Set<string>();
  const approved = new Set<string>();
  return breaches(
    eventsOf(
      events,
      "tool.requested",
      "approval.required",
      "approval.resolved",
      "tool.started",
    ),
    (event) => {
      switch (event.type) {
        case "tool.requested":
          if (event.payload.policy !== "allow")
            needsApproval.add(event.payload.toolCallId);
          return undefined;
        case "approval.required":
          needsApproval.add(event.payload.approval.toolCallId);
          return undefined;
        case "approval.resolved":
          if (event.payload.status === "approved")
            approved.add(event.payload.toolCallId);
          return undefined;
        case "tool.started": {
          const { toolCallId } = event.payload;
          return !needsApproval.has(toolCallId) || approved.has(toolCallId)
            ? undefined
            : "Nobody approved it.";
        }
      }
    },
  );
}

const DECIDERS = ["viewer", "api", "mcp"];

function checkDeciders(events: readonly HarnessEvent[]): readonly Breach[] {
  const policies = new Map<string, string>();
  return breaches(
    eventsOf(events, "approval.required", "approval.resolved"),
    (event) => {
      if (event.type === "approval.required") {
        const { approvalId, policy } = event.payload.approval;
        policies.set(approvalId, policy);
        return undefined;
      }
      const { status, approvalId } = event.payload;
      if (status !== "approved" && status !== "denied") return undefined;
      const kind = event.actor?.kind ?? "nobody";
      if (DECIDERS.includes(kind)) return undefined;
      const isTrusted =
        kind === "trust" &&
        status === "approved" &&
        policies.get(approvalId) === "ask";
      return isTrusted ? undefined : `It was decided by ${kind}.`;
    },
  );
}
