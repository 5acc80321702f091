/** What the questions of one session share: where the focus came from, and which one is open on a small screen. */
import { createContext, use, useState } from "react";
import type { ReactNode } from "react";
import type { Approval } from "@agent-studio/shared";
import { createCell } from "../../client/cell.ts";
import type { Cell } from "../../client/cell.ts";
import type { FocusFacts } from "./polite-focus.ts";

export interface SheetState {
  /** The approval that a person chose to see; null is the first that waits. */
  readonly chosen: string | null;
  /** Not while it would disturb, nor after the person put it away to decide later. */
  readonly isOpen: boolean;
}

export interface ApprovalDesk {
  readonly sheet: Cell<SheetState>;
  /** The log is shown as it stands, with these approvals: only those that come from now on may take the focus. */
  readonly goLive: (known: readonly Approval[]) => void;
  readonly isNew: (approvalId: string) => boolean;
  /** A key was pressed, wherever: whoever writes may go on, whoever ends with Enter has paused. */
  readonly noteKey: (event: KeyboardEvent) => void;
  /** What there is to know before the focus is moved. */
  readonly facts: () => FocusFacts;
  /** What has the focus now gets it back when the question that takes it is decided. */
  readonly lendFocus: () => void;
  /** What lent the focus, once. */
  readonly takeLender: () => HTMLElement | null;
}

/** A desk for a session that has just been opened. */
function createDesk(): ApprovalDesk {
  let known: ReadonlySet<string> | null = null;
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let lender: HTMLElement | null = null;
  return {
    sheet: createCell<SheetState>({ chosen: null, isOpen: false }),
    goLive: (approvals) => {
      known ??= new Set(approvals.map(({ approvalId }) => approvalId));
    },
    isNew: (approvalId) => known?.has(approvalId) === false,
    noteKey: (event) => {
      if (isWritingKey(event)) lastKeyAt = performance.now();
      else if (event.key === "Enter") lastKeyAt = Number.NEGATIVE_INFINITY;
    },
    facts: () => ({ document, lastKeyAt, now: performance.now() }),
    lendFocus: () => {
      const { activeElement } = document;
      lender = activeElement instanceof HTMLElement ? activeElement : null;
    },
    takeLender: () => {
      const taken = lender;
      lender = null;
      return taken;
    },
  };
}

/** Letters, and what corrects or composes them. */
function isWritingKey({ key, isComposing }: KeyboardEvent): boolean {
  return (
    isComposing || key.length === 1 || key === "Process" || key === "Backspace"
  );
}

const DeskContext = createContext<ApprovalDesk | null>(null);

/** One desk for everything below. */
export function ApprovalDeskProvider(props: { readonly children: ReactNode }) {
  const [desk] = useState(createDesk);
  return <DeskContext value={desk}>{props.children}</DeskContext>;
}

/** The desk of the open session; throws where none is open. */
export function useApprovalDesk(): ApprovalDesk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error("There is no approval desk around this.");
  return desk;
}
