import type { ReactNode } from "react";
import { ApprovalSchema } from "@agent-studio/shared";
import type { Decision } from "../../client/session-commands.ts";
import type { ApiFailure } from "../../client/api-failure.ts";
import { FailureNote } from "../failure-note.tsx";
import { useModelDialog } from "../model-dialog-context.tsx";
import { useTexts } from "../text-context.tsx";
import { deciderText, outcomeKey } from "./approval-words.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** Where a decision stands between the click and its event, and why it was not taken. */
export function DecisionNote(props: {
  readonly decision: Decision | undefined;
}) {
  const { decision } = props;
  const a = useApprovalTexts();
  if (decision === undefined) return null;
  if (decision.failure !== undefined) {
    return <WhyNot failure={decision.failure} />;
  }
  const sending =
    decision.verb === "approve" ? "sendingApprove" : "sendingDeny";
  return (
    <p className="note" role="status">
      {a(decision.status === "sent" ? "sent" : sending)}
    </p>
  );
}

function WhyNot({ failure }: { readonly failure: ApiFailure }) {
  const a = useApprovalTexts();
  const { error } = useTexts();
  const dialog = useModelDialog();
  switch (failure.code) {
    case "APPROVAL_ALREADY_RESOLVED":
      return <ResolvedBefore details={failure.details} />;
    case "APPROVAL_DIGEST_MISMATCH":
      return (
        <Refused
          text={a("failedDigest")}
          action={a("reload")}
          onAction={() => window.location.reload()}
        />
      );
    case "MODEL_NOT_CONFIGURED":
      return (
        <Refused
          text={a("failed", { reason: error(failure.code) })}
          action={a("enterKey")}
          onAction={dialog.open}
        />
      );
    default:
      return (
        <FailureNote text={a("failed", { reason: error(failure.code) })} />
      );
  }
}

function Refused(props: {
  readonly text: string;
  readonly action: ReactNode;
  readonly onAction: () => void;
}) {
  return (
    <FailureNote text={props.text}>
      <button type="button" className="button" onClick={props.onAction}>
        {props.action}
      </button>
    </FailureNote>
  );
}

function ResolvedBefore({ details }: { readonly details: unknown }) {
  const a = useApprovalTexts();
  const { locale, error } = useTexts();
  const approval = approvalIn(details);
  const key = approval === undefined ? undefined : outcomeKey(approval);
  if (approval === undefined || key === undefined) {
    const reason = error("APPROVAL_ALREADY_RESOLVED");
    return <FailureNote text={a("failed", { reason })} />;
  }
  const { resolvedAt } = approval;
  const outcome = [
    a(key),
    deciderText(a, approval),
    resolvedAt && new Date(resolvedAt).toLocaleTimeString(locale),
  ].filter((part) => part !== undefined);
  return (
    <FailureNote text={a("failedResolved", { outcome: outcome.join(" · ") })} />
  );
}

function approvalIn(details: unknown) {
  if (typeof details !== "object" || details === null) return undefined;
  if (!("approval" in details)) return undefined;
  return ApprovalSchema.safeParse(details.approval).data;
}
