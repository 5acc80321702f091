import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { Ellipsis, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { SessionSummary } from "@agent-studio/shared";
import { IconButton } from "./icon-button.tsx";
import { Moment } from "./moment.tsx";
import { PendingPill } from "./pending-pill.tsx";
import { RenameForm } from "./rename-form.tsx";
import { SessionStateMark } from "./session-state.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";

interface Props {
  readonly session: SessionSummary;
  readonly isCurrent: boolean;
  /** The one row that Tab leads to. */
  readonly isReachable: boolean;
  readonly now: number;
  readonly onFocus: () => void;
  readonly onDelete: () => void;
}

export type RowAction = "rename" | "reset" | "delete";

/** The `id` of the button that opens a session. */
export function rowId(sessionId: string): string {
  return `row-${sessionId}`;
}

/** One session of the list: opened by a click, renamed in its place, deleted with time to call it back. */
export function SessionRow(props: Props) {
  const { session, isCurrent, onDelete } = props;
  const { studio } = useStudio();
  const [renaming, setRenaming] = useState(false);
  const [wasRenamed, setWasRenamed] = useState(false);
  const { sessionId } = session;
  const act = (action: RowAction) => {
    if (action === "rename") setRenaming(true);
    else if (action === "delete") onDelete();
    else void studio.reset(sessionId);
  };
  return (
    <li
      className="session"
      data-current={isCurrent}
      data-status={session.status}
      onFocus={props.onFocus}
    >
      {renaming ? (
        <RenameForm
          title={session.title}
          onSave={(title) => studio.rename(sessionId, title)}
          onDone={() => {
            setRenaming(false);
            setWasRenamed(true);
          }}
        />
      ) : (
        <RowContent {...props} takesFocus={wasRenamed} onAct={act} />
      )}
    </li>
  );
}

function RowContent(
  props: Props & {
    /** What stood in its place had the focus. */
    readonly takesFocus: boolean;
    readonly onAct: (action: RowAction) => void;
  },
) {
  const { session, isCurrent, isReachable, now, onAct } = props;
  const { studio } = useStudio();
  const { sessionId, title, status, pendingApprovals, updatedAt } = session;
  return (
    <>
      <button
        type="button"
        id={rowId(sessionId)}
        autoFocus={props.takesFocus}
        className="session-open"
        tabIndex={isReachable ? 0 : -1}
        aria-current={isCurrent}
        aria-keyshortcuts="F2 Delete"
        onClick={() => {
          if (!isCurrent) void studio.open(sessionId);
        }}
        onDoubleClick={() => onAct("rename")}
        onKeyDown={(event) => {
          const action = actionOf(event);
          if (action === null) return;
          event.preventDefault();
          onAct(action);
        }}
      >
        <span className="session-title" dir="auto" data-tip={title}>
          {title}
        </span>
        <span className="session-facts">
          <SessionStateMark status={status} />
          <PendingPill count={pendingApprovals} />
          <Moment at={updatedAt} now={now} />
        </span>
      </button>
      <RowActions {...props} onAct={onAct} />
    </>
  );
}

function actionOf(event: KeyboardEvent): RowAction | null {
  if (event.key === "F2") return "rename";
  const isDelete =
    event.key === "Delete" || (event.key === "Backspace" && event.metaKey);
  return isDelete ? "delete" : null;
}

const ACTIONS: readonly {
  readonly action: RowAction;
  readonly icon: typeof Pencil;
  readonly keys?: string;
}[] = [
  { action: "rename", icon: Pencil, keys: "F2" },
  { action: "reset", icon: RotateCcw },
  { action: "delete", icon: Trash2, keys: "Delete" },
];

/** The open session shows what can be done with it; the others when asked. */
function RowActions(props: Props & { readonly onAct: (a: RowAction) => void }) {
  const { session, isCurrent, isReachable, onAct } = props;
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { title } = session;
  const tabIndex = isReachable || isCurrent ? 0 : -1;
  return (
    <>
      {!isCurrent && (
        <span className="session-more" data-open={isOpen}>
          <IconButton
            icon={Ellipsis}
            label={t("sessions.actions", { title })}
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      )}
      <div
        id={id}
        role="group"
        aria-label={title}
        className="session-actions"
        hidden={!isOpen && !isCurrent}
      >
        {ACTIONS.map(({ action, icon, keys }) => (
          <IconButton
            key={action}
            icon={icon}
            label={t(`sessions.${action}`)}
            {...(keys === undefined ? {} : { keys })}
            tabIndex={tabIndex}
            onClick={() => onAct(action)}
          />
        ))}
      </div>
    </>
  );
}
