import { useState } from "react";
import type { Approval, ToolCallPart } from "@agent-studio/shared";
import { changesBetween } from "../../client/argument-changes.ts";
import { ApprovalFacts } from "./approval-facts.tsx";
import { ArgumentValues } from "./argument-values.tsx";
import { ChangeList } from "./change-list.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** What was asked, and where a person changed it: what was proposed, approved and executed. */
export function ApprovalRecord(props: {
  readonly approval: Approval;
  readonly call: ToolCallPart;
}) {
  const { approval, call } = props;
  const a = useApprovalTexts();
  const isEdited = approval.editedArgs !== undefined;
  const [isOpen, setOpen] = useState(isEdited);
  return (
    <details
      className="approval-record"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{a(isEdited ? "recordEdited" : "record")}</summary>
      {isOpen && (
        <>
          <ApprovalFacts approval={approval} call={call} />
          {isEdited && (
            <ChangeList
              changes={changesBetween(approval.args, approval.editedArgs)}
            />
          )}
          <Arguments title={a("proposed")} args={approval.args} />
          {isEdited && (
            <Arguments title={a("approvedArgs")} args={approval.editedArgs} />
          )}
          <Executed approval={approval} call={call} />
          <p className="note">
            {a("digest")} <code>{approval.argsDigest.slice(0, 16)}…</code>
          </p>
        </>
      )}
    </details>
  );
}

function Arguments(props: { readonly title: string; readonly args: unknown }) {
  return (
    <div>
      <p className="view-title">{props.title}</p>
      <div
        className="argument-box scrolls"
        role="group"
        aria-label={props.title}
        tabIndex={0}
      >
        <ArgumentValues value={props.args} />
      </div>
    </div>
  );
}

/** What a tool gets is the frozen copy that was approved; there is no other. */
function Executed(props: {
  readonly approval: Approval;
  readonly call: ToolCallPart;
}) {
  const { approval, call } = props;
  const a = useApprovalTexts();
  if (call.startedAt === undefined) {
    const isOver = call.state === "denied" || call.state === "failed";
    return (
      <div>
        <p className="view-title">{a("executed")}</p>
        <p className="note">{a(isOver ? "notExecuted" : "notYetExecuted")}</p>
      </div>
    );
  }
  const { editedArgs, args } = approval;
  return (
    <>
      <Arguments title={a("executed")} args={editedArgs ?? args} />
      <p className="note">{a("executedAs")}</p>
    </>
  );
}
