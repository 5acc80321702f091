import { RotateCcw } from "lucide-react";
import type { UserMessage } from "@agent-studio/shared";
import { useAttachments } from "./attachments/use-attachments.ts";
import { useSession, useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";
import { useFillComposer } from "./use-draft.ts";

/** Sends the message of a run that came to nothing once more, images and all; into the composer with it where it can't be sent. */
export function TryAgain({ runId }: { readonly runId: string }) {
  const { t } = useTexts();
  const { mode, commands } = useSession();
  const fill = useFillComposer();
  const attachments = useAttachments();
  const message = useSessionState(({ messages }) =>
    messages.findLast(
      (other): other is UserMessage =>
        other.role === "user" && other.runId === runId,
    ),
  );
  const hasModel = useSessionState((state) => state.model !== null);
  const isRunning = useSessionState((state) => state.activeRunId !== null);
  const isSending = useCellPart(commands.view, (view) => view.sending);
  // What is past, or a file, has no composer.
  if (message === undefined || mode !== "live") return null;
  const writeAgain = () => {
    fill(message.text);
    void attachments.addAgain(message.attachments);
  };
  const again = () => {
    if (!hasModel) return writeAgain();
    const ids = message.attachments.map(({ attachmentId }) => attachmentId);
    // Why it was not sent stands beside the composer.
    commands.send(message.text, ids).catch(writeAgain);
  };
  return (
    <button
      type="button"
      className="button write-again"
      disabled={isRunning || isSending}
      onClick={again}
    >
      <RotateCcw aria-hidden className="inline-icon" />
      {t("composer.writeAgain")}
    </button>
  );
}
