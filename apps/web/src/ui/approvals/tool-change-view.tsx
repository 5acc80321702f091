import type { ToolChange } from "@agent-studio/shared";
import { changesBetween } from "../../client/argument-changes.ts";
import { ChangeList } from "./change-list.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** Why a question lapsed: what its tool said of itself when it was asked, against what it says now. */
export function ToolChangeView({ change }: { readonly change: ToolChange }) {
  const a = useApprovalTexts();
  const { before, after } = change;
  return (
    <div className="tool-change">
      <p className="note">{a(after === null ? "toolGone" : "toolChanged")}</p>
      {after !== null && <ChangeList changes={changesBetween(before, after)} />}
    </div>
  );
}
