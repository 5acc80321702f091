/** The words for what an approval says of itself. */
import type {
  Actor,
  Approval,
  Risk,
  ToolEffect,
  ToolPolicy,
} from "@agent-studio/shared";
import type { ApprovalKey } from "../../texts/approvals-en.ts";
import type { ApprovalText } from "./use-approval-texts.ts";

export const EFFECT_TEXTS: Readonly<Record<ToolEffect, ApprovalKey>> = {
  read: "effectRead",
  propose: "effectPropose",
  write: "effectWrite",
  send: "effectSend",
};

export const POLICY_TEXTS: Readonly<Record<ToolPolicy, ApprovalKey>> = {
  allow: "policyAllow",
  ask: "policyAsk",
  always_ask: "policyAlwaysAsk",
  deny: "policyDeny",
};

export const RISK_TEXTS: Readonly<Record<Risk, ApprovalKey>> = {
  low: "riskLow",
  medium: "riskMedium",
  high: "riskHigh",
};

/** How it ended, in a word or two; undefined while it is pending. */
export function outcomeKey(approval: Approval): ApprovalKey | undefined {
  const { status, resolvedBy, editedArgs } = approval;
  if (status === "pending") return undefined;
  if (status !== "approved") return status;
  if (resolvedBy?.kind === "trust") return "approvedTrust";
  return editedArgs === undefined ? "approved" : "approvedEdited";
}

/** Who decided; undefined where nobody did. */
export function deciderText(
  a: ApprovalText,
  approval: Approval,
): string | undefined {
  const { status, resolvedBy } = approval;
  if (status !== "approved" && status !== "denied") return undefined;
  if (resolvedBy === undefined) return undefined;
  return resolvedBy.name === undefined
    ? a(ACTOR_TEXTS[resolvedBy.kind])
    : a("byNamed", { name: resolvedBy.name });
}

const ACTOR_TEXTS: Readonly<Record<Actor["kind"], ApprovalKey>> = {
  viewer: "byOwner",
  trust: "byTrust",
  system: "bySystem",
  api: "byApi",
  mcp: "byMcp",
};
