import { RotateCcw } from "lucide-react";
import type { UserMessage } from "@agent-studio/shared";
import { useAttachments } from "./attachments/use-attachments.ts";
import { useSession, useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useFillComposer } from "./use-draft.ts";

/** Puts the message of a run that came to nothing back into the composer, images and all, without sending it. */
export function WriteAgain({ runId }: { readonly runId: string }) {
  const { t } = useTexts();
  const { mode } = useSession();
  const fill = useFillComposer();
  const attachments = useAttachments();
  const message = useSessionState(({ messages }) =>
    messages.findLast(
      (other): other is UserMessage =>
        other.role === "user" && other.runId === runId,
    ),
  );
  // What is past, or a file, has no composer.
  if (message === undefined || mode !== "live") return null;
  return (
    <button
      type="button"
      className="button write-again"
      onClick={() => {
        fill(message.text);
        void attachments.addAgain(message.attachments);
      }}
    >
      <RotateCcw aria-hidden className="inline-icon" />
      {t("composer.writeAgain")}
    </button>
  );
}
