/** The question to a person, drawn from the stored arguments and from nothing the model said. */
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ShieldQuestion } from "lucide-react";
import type { Approval, Risk } from "@agent-studio/shared";
import { placeId } from "../client/reveals.ts";
import type { Decision, Verb } from "../client/session-commands.ts";
import type { TextKey } from "../texts/en.ts";
import { ApprovalArguments } from "./approval-arguments.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { isComposing } from "./composing.ts";
import { EscapedText } from "./escaped-text.tsx";
import { FailureNote } from "./failure-note.tsx";
import { labUiOf, translatorOf } from "./lab-uis.ts";
import { OnlyLive } from "./replay/past-note.tsx";
import { useSession, useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { TimeLeft } from "./time-left.tsx";
import { useCellPart } from "./use-cell.ts";

const RISK_TEXTS: Readonly<Record<Risk, TextKey>> = {
  low: "approval.riskLow",
  medium: "approval.riskMedium",
  high: "approval.riskHigh",
};

interface Props {
  readonly approval: Approval;
  readonly title: string;
  /** The buttons go dead with the click and then away: the focus has to go somewhere that stays. */
  readonly onDecide: () => void;
}

/** An approval: the question while it is open, its answer afterwards. */
export function ApprovalCard(props: Props) {
  const { approval } = props;
  return approval.status === "pending" ? (
    <OnlyLive>
      <PendingApproval {...props} />
    </OnlyLive>
  ) : (
    <ApprovalOutcome approval={approval} />
  );
}

function PendingApproval({ approval, title, onDecide }: Props) {
  const { t, local } = useTexts();
  const headingId = useId();
  return (
    <div
      id={placeId("approval", approval.approvalId)}
      className="approval"
      role="group"
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <h3 id={headingId} className="approval-title">
        <ShieldQuestion aria-hidden className="inline-icon" />
        {t("approval.title", { tool: title })}
      </h3>
      <p className="approval-summary">
        <EscapedText text={local(approval.summary)} />
      </p>
      <dl className="key-values">
        <Fact name={t("approval.risk")}>
          <span className="risk" data-risk={approval.risk}>
            {t(RISK_TEXTS[approval.risk])}
          </span>
        </Fact>
        <Fact name={t("approval.policy")}>
          {t(
            approval.policy === "always_ask"
              ? "approval.policyAlways"
              : "approval.policyAsk",
          )}
        </Fact>
      </dl>
      <ApprovalArguments args={approval.args} />
      <TimeLeft expiresAt={approval.expiresAt} />
      <DecisionForm approval={approval} onDecide={onDecide} />
    </div>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function DecisionForm(props: {
  readonly approval: Approval;
  readonly onDecide: () => void;
}) {
  const { t } = useTexts();
  const { commands } = useSession();
  const { approvalId, argsDigest, toolName } = props.approval;
  const decision = useCellPart(commands.view, (view) =>
    view.decisions.get(approvalId),
  );
  const [reason, setReason] = useState("");
  const closed = decision !== undefined && decision.status !== "failed";
  const decide = (verb: Verb) => {
    props.onDecide();
    void commands.decide({ approvalId, argsDigest, verb, reason });
  };
  return (
    <>
      <label className="field">
        <span>{t("approval.reason")}</span>
        <input
          type="text"
          value={reason}
          maxLength={2000}
          disabled={closed}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !isComposing(event)) {
              event.preventDefault();
            }
          }}
        />
      </label>
      <div className="button-row">
        <button
          type="button"
          className="button primary"
          disabled={closed}
          onClick={() => decide("approve")}
        >
          <ApproveLabel toolName={toolName} />
        </button>
        <button
          type="button"
          className="button danger"
          disabled={closed}
          onClick={() => decide("deny")}
        >
          {t("approval.deny")}
        </button>
      </div>
      <DecisionNote decision={decision} />
    </>
  );
}

function ApproveLabel({ toolName }: { readonly toolName: string }) {
  const { t, locale } = useTexts();
  const lab = labUiOf(useSessionState((state) => state.labId));
  const key = lab?.approveLabels?.[toolName];
  return lab === undefined || key === undefined
    ? t("approval.approve")
    : translatorOf(lab, locale)(key);
}

function DecisionNote(props: { readonly decision: Decision | undefined }) {
  const { t, error } = useTexts();
  const { decision } = props;
  if (decision === undefined) return null;
  if (decision.status !== "failed") {
    return <p className="note">{t("approval.sending")}</p>;
  }
  const reason = error(decision.failure?.code ?? "INTERNAL");
  return <FailureNote text={t("approval.failed", { reason })} />;
}
