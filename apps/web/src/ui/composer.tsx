import { Suspense, useRef } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { Send, Sparkles, Square, Undo2 } from "lucide-react";
import { AddButtons } from "./attachments/add-buttons.tsx";
import {
  ATTACHMENT_STATE_ID,
  LACKS_IMAGES_ID,
} from "./attachments/attachment-ids.ts";
import {
  useAttachmentLog,
  useAttachments,
} from "./attachments/use-attachments.ts";
import { ComposerInput } from "./composer-input.tsx";
import { ComposerNotes } from "./composer-notes.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FailureNote } from "./failure-note.tsx";
import { IconButton } from "./icon-button.tsx";
import { NEEDS_MODEL_ID, NeedsModel } from "./needs-model.tsx";
import { useSession, useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCell, useCellPart } from "./use-cell.ts";
import { useDraft, useFillComposer } from "./use-draft.ts";
import { useLateArrival, useSending } from "./use-sending.ts";
import type { Sending } from "./use-sending.ts";

const AttachmentTray = lazyPart(async () => {
  const { AttachmentTray: tray } =
    await import("./attachments/attachment-tray.tsx");
  return { default: tray };
});

/** Where a person writes and attaches. The draft is kept whatever happens to the message. */
export function Composer() {
  const input = useRef<HTMLTextAreaElement>(null);
  const running = useSessionState((state) => state.activeRunId !== null);
  const { text } = useCell(useDraft().view);
  const sending = useSending();
  useAttachmentLog();
  useLateArrival();
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        sending.send();
        // A button that goes dead drops the focus; writing goes on here.
        input.current?.focus();
      }}
    >
      <Tray sending={sending} />
      <ComposerInput field={input} onSend={sending.send} />
      <NeedsModel />
      <ComposerNotes running={running} length={text.length} />
      <div className="composer-actions">
        <AddButtons />
        <FillDemoButton />
        <KeptDraftButton />
        {running ? <StopButton /> : <SendButton sending={sending} />}
      </div>
    </form>
  );
}

/** Loaded with the first file, or the first thing to say about one. */
function Tray({ sending }: { readonly sending: Sending }) {
  const { t } = useTexts();
  const isNeeded = useCellPart(
    useAttachments().view,
    ({ items, leftOut, lost, notRemoved }) =>
      items.length + leftOut.length + lost.length > 0 || notRemoved !== null,
  );
  if (!isNeeded) return null;
  const { phase, stopWaiting } = sending;
  return (
    <ErrorBoundary
      fallback={<FailureNote text={t("composer.attachUnavailable")} />}
    >
      <Suspense>
        <AttachmentTray waiting={{ phase, stop: stopWaiting }} />
      </Suspense>
    </ErrorBoundary>
  );
}

function SendButton({ sending }: { readonly sending: Sending }) {
  const { t } = useTexts();
  const reasons = [NEEDS_MODEL_ID, LACKS_IMAGES_ID, ATTACHMENT_STATE_ID];
  return (
    <button
      type="submit"
      className="button primary"
      disabled={!sending.canSend}
      aria-disabled={sending.phase === "waiting" || undefined}
      aria-describedby={reasons.join(" ")}
    >
      <Send aria-hidden className="inline-icon" />
      {t("composer.send")}
    </button>
  );
}

function FillDemoButton() {
  const { t, local } = useTexts();
  const fill = useFillComposer();
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const labId = useSessionState((state) => state.labId);
  const prompt = labs.find((lab) => lab.labId === labId)?.demoPrompt;
  if (prompt === undefined) return null;
  return (
    <button
      type="button"
      className="button"
      onClick={() => fill(local(prompt))}
    >
      <Sparkles aria-hidden className="inline-icon" />
      {t("composer.fillDemo")}
    </button>
  );
}

/** There while a draft gave way to another text. */
function KeptDraftButton() {
  const { t } = useTexts();
  const draft = useDraft();
  const { kept } = useCell(draft.view);
  if (kept === 0) return null;
  return (
    <IconButton
      icon={Undo2}
      label={t("composer.draftKept")}
      onClick={() => draft.restore()}
    />
  );
}

function StopButton() {
  const { t } = useTexts();
  const { commands } = useSession();
  const runId = useSessionState((state) => state.activeRunId);
  const stopping = useCellPart(commands.view, (view) => view.stopping);
  const asked = runId !== null && stopping === runId;
  return (
    <button
      type="button"
      className="button danger"
      aria-disabled={asked}
      onClick={() => {
        if (runId !== null && !asked) void commands.stop(runId);
      }}
    >
      <Square aria-hidden className="inline-icon" />
      {t("composer.stop")}
      {asked && <span className="note"> {t("composer.stopping")}</span>}
    </button>
  );
}
