import { ArrowUp, ShieldCheck } from "lucide-react";
import { placeId } from "../../client/reveals.ts";
import { FailureNote } from "../failure-note.tsx";
import { useSession, useSessionState } from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useReveal } from "../use-reveal.ts";
import { useCellPart } from "../use-cell.ts";
import { useApprovalDesk } from "./approval-desk.tsx";
import { ElsewhereNote } from "./elsewhere-note.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";
import { useIsPhone } from "./use-is-phone.ts";
import { usePendingApprovals } from "./use-pending-approvals.ts";

/** Under the conversation: what waits for a person and the way to it, and whether trust answers for them. */
export function ApprovalBar() {
  const { mode } = useSession();
  // What was asked in the past waits for nobody.
  return mode === "live" ? (
    <>
      <ElsewhereNote />
      <PendingRow />
      <TrustRow />
    </>
  ) : null;
}

function PendingRow() {
  const a = useApprovalTexts();
  const { number } = useTexts();
  const { sheet } = useApprovalDesk();
  const isPhone = useIsPhone();
  const reveal = useReveal();
  const pending = usePendingApprovals();
  const [first] = pending;
  if (first === undefined) return null;
  const goTo = () => {
    if (isPhone) sheet.set({ ...sheet.get(), isOpen: true });
    else reveal("chat", placeId("approval", first.approvalId));
  };
  return (
    <div className="approval-row" data-kind="pending">
      {pending.length > 1 && (
        <span>{a("waiting", { count: number(pending.length) })}</span>
      )}
      <button type="button" className="button" onClick={goTo}>
        <ArrowUp aria-hidden className="inline-icon" />
        {a(isPhone ? "open" : "goTo")}
      </button>
    </div>
  );
}

function TrustRow() {
  const a = useApprovalTexts();
  const { error } = useTexts();
  const { commands } = useSession();
  const isOn = useSessionState((state) => state.trust);
  const asked = useCellPart(commands.view, (view) => view.trustAsked);
  const failure = useCellPart(commands.view, (view) => view.trustFailure);
  return (
    <>
      {isOn && (
        <div className="approval-row" data-kind="trust" role="status">
          <ShieldCheck aria-hidden className="inline-icon" />
          <span>{a("trustOn")}</span>
          <button
            type="button"
            className="button"
            aria-disabled={asked !== null}
            onClick={() => {
              if (asked === null) void commands.setTrust(false);
            }}
          >
            {a("trustOff")}
          </button>
        </div>
      )}
      {failure !== null && (
        <FailureNote text={a("trustFailed", { reason: error(failure.code) })} />
      )}
    </>
  );
}
