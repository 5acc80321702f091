import type { Approval, ToolCallPart } from "@agent-studio/shared";
import { OnlyLive } from "../replay/past-note.tsx";
import { useSession } from "../session-context.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { ApprovalStub } from "./approval-stub.tsx";
import { PendingApproval } from "./pending-approval.tsx";
import { useFocusAfterwards } from "./use-card-focus.ts";
import { useIsPhone } from "./use-is-phone.ts";

/** An approval in the conversation: the question while it is open, its answer afterwards. */
export function ApprovalCard(props: {
  readonly approval: Approval;
  readonly call: ToolCallPart;
}) {
  const { approval, call } = props;
  const isPending = approval.status === "pending";
  const { hadFocus, answer } = useFocusAfterwards(isPending);
  const isPhone = useIsPhone();
  const { mode } = useSession();
  if (!isPending) {
    return <ApprovalOutcome ref={answer} approval={approval} call={call} />;
  }
  // On a phone the question is a sheet over the page, and its controls are there and nowhere else.
  if (isPhone && mode === "live") return <ApprovalStub approval={approval} />;
  return (
    <OnlyLive>
      <PendingApproval approval={approval} call={call} hadFocus={hadFocus} />
    </OnlyLive>
  );
}
