import { useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { Inbox } from "lucide-react";
import { LateDialog } from "./late-dialog.tsx";
import { pendingText } from "./pending-text.ts";
import { useTexts } from "./text-context.tsx";
import { usePendingCounts } from "./use-shown-sessions.ts";

const ApprovalsDialog = lazyPart(async () => {
  const { ApprovalsDialog: dialog } = await import("./approvals-dialog.tsx");
  return { default: dialog };
});

/** How many approvals wait in all sessions, and the way to them. */
export function ApprovalsButton() {
  const texts = useTexts();
  const count = usePendingCounts().all;
  const [isOpen, setOpen] = useState(false);
  const name = pendingText(texts, count);
  return (
    <>
      <button
        type="button"
        className="icon-button approvals-button"
        data-waiting={count > 0}
        aria-label={name}
        aria-haspopup="dialog"
        data-tip={name}
        onClick={() => setOpen(true)}
      >
        <Inbox aria-hidden />
        {count > 0 && (
          <span aria-hidden className="pending-pill">
            {count > 99 ? "99+" : count}
          </span>
        )}
      </button>
      {isOpen && (
        <LateDialog title={name} onClose={() => setOpen(false)}>
          <ApprovalsDialog onClose={() => setOpen(false)} />
        </LateDialog>
      )}
    </>
  );
}
