/** The question to a person, drawn from the stored arguments and from nothing the model said. */
import { Suspense, useId, useRef } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { RefObject } from "react";
import { Pencil, ShieldQuestion } from "lucide-react";
import type { Approval, ToolCallPart } from "@agent-studio/shared";
import type { ArgumentsDraft } from "../../client/approval-drafts.ts";
import { placeId } from "../../client/reveals.ts";
import { CrashNote } from "../crash-note.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { useSession } from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";
import { useToolTitle } from "../tool-title.ts";
import { ApprovalFacts } from "./approval-facts.tsx";
import { useApprovalTitle } from "./approval-title.ts";
import { ApproveLabel } from "./approve-label.tsx";
import { ArgumentBox } from "./argument-box.tsx";
import { DecisionButton } from "./decision-button.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { ReasonField } from "./reason-field.tsx";
import { TimeLeft } from "./time-left.tsx";
import { useApprovalDraft } from "./use-approval-draft.ts";
import { useApprovalTexts } from "./use-approval-texts.ts";
import { useFocusOnArrival, useNoteFocusOnLeaving } from "./use-card-focus.ts";
import { useDecision } from "./use-decision.ts";
import { useOpenEditor } from "./use-open-editor.ts";
import { useReadToEnd } from "./use-read-to-end.ts";

/** Changing arguments needs the editor only then. */
const LazyArgumentsEditor = lazyPart(async () => {
  const { ArgumentsEditor } =
    await import("../arguments-editor/arguments-editor.tsx");
  return { default: ArgumentsEditor };
});

interface Props {
  readonly approval: Approval;
  readonly call: ToolCallPart;
  /** Noted when the question goes away. */
  readonly hadFocus: RefObject<boolean>;
  /** The place of the question in the conversation is elsewhere then. */
  readonly isInSheet?: boolean;
}

/** The whole question, with the buttons that answer it. */
export function PendingApproval(props: Props) {
  const { approval, call, hadFocus, isInSheet = false } = props;
  const a = useApprovalTexts();
  const { mode } = useSession();
  const title = useApprovalTitle(call);
  const tool = useToolTitle()(call.toolName);
  const headingId = useId();
  const card = useRef<HTMLDivElement>(null);
  const [draft, changeDraft] = useApprovalDraft(approval.approvalId);
  useFocusOnArrival(card, approval.approvalId);
  useNoteFocusOnLeaving(card, hadFocus);
  return (
    <div
      ref={card}
      id={isInSheet ? undefined : placeId("approval", approval.approvalId)}
      className="approval"
      role="group"
      tabIndex={-1}
      data-approval={approval.approvalId}
      aria-labelledby={headingId}
    >
      <div className="approval-head">
        <h3 id={headingId} className="approval-title">
          <ShieldQuestion aria-hidden className="inline-icon" />
          {title}
        </h3>
        {mode === "live" && (
          <TimeLeft expiresAt={approval.expiresAt} title={tool} />
        )}
      </div>
      <ApprovalFacts approval={approval} call={call} />
      {draft.edit === undefined ? (
        <AsProposed
          approval={approval}
          reason={draft.reason}
          onReason={(reason) => changeDraft({ reason })}
          onEdit={(edit) => changeDraft({ edit })}
        />
      ) : (
        <ErrorBoundary fallback={<CrashNote />}>
          <Suspense
            fallback={
              <EditorComes onCancel={() => changeDraft({ edit: undefined })} />
            }
          >
            <LazyArgumentsEditor
              approval={approval}
              edit={draft.edit}
              onEdit={(edit) => changeDraft({ edit })}
              onClose={() => changeDraft({ edit: undefined })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <p className="note">{a("fromStored")}</p>
    </div>
  );
}

function EditorComes({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTexts();
  const a = useApprovalTexts();
  return (
    <div className="button-row">
      <p className="note" role="status">
        {t("dialog.loading")}
      </p>
      <button type="button" className="button" onClick={onCancel}>
        {a("editCancel")}
      </button>
    </div>
  );
}

function AsProposed(props: {
  readonly approval: Approval;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onEdit: (edit: ArgumentsDraft) => void;
}) {
  const { approval, reason } = props;
  const a = useApprovalTexts();
  const reading = useReadToEnd();
  const noteId = useId();
  const openEditor = useOpenEditor(approval);
  const { decision, isClosed, decide } = useDecision(approval);
  return (
    <>
      <ArgumentBox
        args={approval.args}
        label={a("exact")}
        reading={reading}
        noteId={noteId}
      />
      <ReasonField
        reason={reason}
        isClosed={isClosed}
        onChange={props.onReason}
      />
      <div className="button-row">
        <DecisionButton
          verb="approve"
          isBlocked={isClosed || !reading.isRead}
          because={isClosed ? undefined : noteId}
          onPress={() => decide("approve")}
        >
          <ApproveLabel toolName={approval.toolName} />
        </DecisionButton>
        <DecisionButton
          verb="deny"
          isBlocked={isClosed}
          onPress={() => decide("deny", { reason })}
        >
          {a("deny")}
        </DecisionButton>
        {!isClosed && (
          <button
            type="button"
            className="button quiet"
            onClick={() => props.onEdit(openEditor())}
          >
            <Pencil aria-hidden className="inline-icon" />
            {a("edit")}
          </button>
        )}
      </div>
      <DecisionNote decision={decision} />
    </>
  );
}
