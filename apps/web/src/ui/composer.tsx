import { useRef } from "react";
import type { KeyboardEvent } from "react";
import { ComposerPrimitive, useAui, useAuiState } from "@assistant-ui/react";
import { MESSAGE_TEXT_LIMIT } from "@agent-studio/shared";
import { Send, Sparkles, Square } from "lucide-react";
import { ComposerNotes } from "./composer-notes.tsx";
import { NEEDS_MODEL_ID, NeedsModel } from "./needs-model.tsx";
import { isComposing } from "./composing.ts";
import { useSession, useSessionState } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";
import { COMPOSER_ID } from "./focus-composer.ts";
import { useDraft } from "./use-draft.ts";

/** Where a person writes. The draft is kept whatever happens to the message. */
export function Composer() {
  const { t } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const running = useSessionState((state) => state.activeRunId !== null);
  const canSend = useAuiState((s) => s.composer.canSend);
  const length = useAuiState((s) => s.composer.text.length);
  const hasModel = useSessionState((state) => state.model !== null);
  const sendable =
    canSend && hasModel && !running && length <= MESSAGE_TEXT_LIMIT;
  useDraft();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (sendable) event.currentTarget.form?.requestSubmit();
  };
  return (
    <ComposerPrimitive.Root
      className="composer"
      onSubmit={(event) => {
        if (!sendable) event.preventDefault();
        // A button that goes dead drops the focus; writing goes on here.
        input.current?.focus();
      }}
    >
      <ComposerPrimitive.Input
        ref={input}
        id={COMPOSER_ID}
        className="composer-input"
        aria-label={t("composer.label")}
        placeholder={t("composer.placeholder")}
        minRows={2}
        maxRows={10}
        submitMode="none"
        cancelOnEscape={false}
        addAttachmentOnPaste={false}
        onKeyDown={onKeyDown}
      />
      <NeedsModel />
      <ComposerNotes running={running} length={length} />
      <div className="composer-actions">
        <FillDemoButton onFilled={() => input.current?.focus()} />
        <span className="spacer" />
        {running ? (
          <StopButton />
        ) : (
          <button
            type="submit"
            className="button primary"
            disabled={!sendable}
            aria-describedby={hasModel ? undefined : NEEDS_MODEL_ID}
          >
            <Send aria-hidden className="inline-icon" />
            {t("composer.send")}
          </button>
        )}
      </div>
    </ComposerPrimitive.Root>
  );
}

function FillDemoButton({ onFilled }: { readonly onFilled: () => void }) {
  const { t, local } = useTexts();
  const aui = useAui();
  const labs = useCellPart(useStudio().studio.view, (view) => view.labs);
  const labId = useSessionState((state) => state.labId);
  const prompt = labs.find((lab) => lab.labId === labId)?.demoPrompt;
  if (prompt === undefined) return null;
  return (
    <button
      type="button"
      className="button"
      onClick={() => {
        aui.composer.setText(local(prompt));
        onFilled();
      }}
    >
      <Sparkles aria-hidden className="inline-icon" />
      {t("composer.fillDemo")}
    </button>
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
