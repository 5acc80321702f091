import type { ReactNode } from "react";
import type { Approval, ToolCallPart } from "@agent-studio/shared";
import { EscapedText } from "../escaped-text.tsx";
import { useTexts } from "../text-context.tsx";
import { EFFECT_TEXTS, POLICY_TEXTS, RISK_TEXTS } from "./approval-words.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** What the tool's own code and the policy say of a call. */
export function ApprovalFacts(props: {
  readonly approval: Approval;
  readonly call: ToolCallPart;
}) {
  const { approval, call } = props;
  const a = useApprovalTexts();
  const { local } = useTexts();
  return (
    <>
      <p className="approval-summary">
        <EscapedText text={local(approval.summary)} />
      </p>
      <dl className="approval-facts">
        {call.effect !== undefined && (
          <Fact name={a("effect")}>{a(EFFECT_TEXTS[call.effect])}</Fact>
        )}
        <Fact name={a("risk")}>
          <span className="risk" data-risk={approval.risk}>
            {a(RISK_TEXTS[approval.risk])}
          </span>
        </Fact>
        <Fact name={a("policy")}>{a(POLICY_TEXTS[approval.policy])}</Fact>
      </dl>
    </>
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
