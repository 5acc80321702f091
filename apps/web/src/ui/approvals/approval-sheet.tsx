import { useLayoutEffect, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { Approval } from "@agent-studio/shared";
import { useSessionState } from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useCell } from "../use-cell.ts";
import { useApprovalDesk } from "./approval-desk.tsx";
import { callOf } from "./approval-title.ts";
import { PendingApproval } from "./pending-approval.tsx";
import { useApprovalTexts } from "./use-approval-texts.ts";

/** The questions of a small screen, one at a time, over the page. Putting it away decides nothing. */
export function ApprovalSheet(props: {
  readonly pending: readonly Approval[];
}) {
  const { pending } = props;
  const { sheet } = useApprovalDesk();
  const { chosen, isOpen } = useCell(sheet);
  const found = pending.findIndex(({ approvalId }) => approvalId === chosen);
  const index = Math.max(0, found);
  const approval = pending[index];
  const call = useSessionState((state) =>
    approval === undefined ? undefined : callOf(state, approval.approvalId),
  );
  const hadFocus = useRef(false);
  if (!isOpen || approval === undefined || call === undefined) return null;
  const show = (to: Approval | undefined) => {
    if (to !== undefined) sheet.set({ chosen: to.approvalId, isOpen: true });
  };
  return (
    <Sheet
      shown={approval.approvalId}
      onMinimise={() => sheet.set({ ...sheet.get(), isOpen: false })}
      onPrevious={index > 0 ? () => show(pending[index - 1]) : undefined}
      onNext={pending[index + 1] && (() => show(pending[index + 1]))}
      position={pending.length > 1 ? [index + 1, pending.length] : undefined}
    >
      <PendingApproval
        key={approval.approvalId}
        approval={approval}
        call={call}
        hadFocus={hadFocus}
        isInSheet
      />
    </Sheet>
  );
}

interface SheetProps {
  /** What is shown; another one gets the focus. */
  readonly shown: string;
  readonly position: readonly [index: number, count: number] | undefined;
  readonly onMinimise: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly children: ReactNode;
}

function Sheet(props: SheetProps) {
  const { shown, onMinimise, children } = props;
  const a = useApprovalTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, shown);
  return (
    <dialog
      ref={dialog}
      className="approval-sheet"
      aria-label={a("sheet")}
      onCancel={(event) => {
        event.preventDefault();
        onMinimise();
      }}
      onClose={() => {
        if (dialog.current?.open === false) onMinimise();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onMinimise();
      }}
    >
      <SheetHead {...props} />
      <div className="sheet-content">{children}</div>
    </dialog>
  );
}

/** Keeps the focus inside while it is open; the browser gives it back afterwards. */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  shown: string,
): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // What had the focus may have gone with what was decided.
      if (document.activeElement === document.body) {
        document.querySelector("main")?.focus({ preventScroll: true });
      }
    };
  }, [dialog]);
  useLayoutEffect(() => {
    const card = dialog.current?.querySelector<HTMLElement>("[data-approval]");
    card?.parentElement?.scrollTo(0, 0);
    card?.focus({ preventScroll: true });
  }, [dialog, shown]);
}

function SheetHead(props: SheetProps) {
  const { position, onPrevious, onNext, onMinimise } = props;
  const a = useApprovalTexts();
  const { number } = useTexts();
  return (
    <div className="sheet-head">
      {position !== undefined && (
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={a("previous")}
            aria-disabled={onPrevious === undefined}
            onClick={onPrevious}
          >
            <ChevronLeft aria-hidden />
          </button>
          <span>
            {a("ordinal", {
              index: number(position[0]),
              count: number(position[1]),
            })}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={a("next")}
            aria-disabled={onNext === undefined}
            onClick={onNext}
          >
            <ChevronRight aria-hidden />
          </button>
        </>
      )}
      <span className="spacer" />
      <button type="button" className="button" onClick={onMinimise}>
        <ChevronDown aria-hidden className="inline-icon" />
        {a("minimise")}
      </button>
    </div>
  );
}
