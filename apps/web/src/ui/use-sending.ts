import { useCallback, useEffect, useState } from "react";
import { MESSAGE_TEXT_LIMIT } from "@agent-studio/shared";
import { asFailure } from "../client/api-failure.ts";
import { isPending } from "../client/attachments/attachments-view.ts";
import { useAttachments } from "./attachments/use-attachments.ts";
import { useLacksImages } from "./attachments/use-lacks-images.ts";
import { useDraft } from "./use-draft.ts";
import { useSession, useSessionState } from "./session-context.tsx";
import { useCell, useCellPart } from "./use-cell.ts";

export interface Sending {
  /** Whether there is something to send and nothing against it. */
  readonly canSend: boolean;
  /** `waiting` for uploads, or `held back` since one of them failed meanwhile. */
  readonly phase: "none" | "waiting" | "held back";
  /** Sends, or waits for the uploads and sends then. */
  readonly send: () => void;
  readonly stopWaiting: () => void;
}

/** The state of the message that is being written, and how it goes out. */
export function useSending(): Sending {
  const canSend = useCanSend();
  const sendNow = useSendNow();
  const attachments = useAttachments();
  const { items } = useCell(attachments.view);
  const isUnavailable = useCell(attachments.unavailable);
  const { text } = useCell(useDraft().view);
  const pending = items.filter(isPending).length;
  const failed = items.length - pending - readyIn(items);
  const [wait, setWait] = useState<Wait>(NO_WAIT);
  const isWaiting = wait.phase === "waiting";
  const stopWaiting = useCallback(() => setWait(NO_WAIT), []);

  useEffect(() => {
    if (!isWaiting) return;
    // A message that is still being written, or whose files could not be taken in, does not go out by itself.
    const isChanged = text !== wait.text || isUnavailable;
    if (!canSend || isChanged) setWait(NO_WAIT);
    else if (failed > wait.failed) setWait({ ...wait, phase: "held back" });
    else if (pending === 0) {
      setWait(NO_WAIT);
      sendNow();
    }
  }, [wait, isWaiting, canSend, text, isUnavailable, failed, pending, sendNow]);

  const send = () => {
    if (!canSend || isWaiting) return;
    if (pending > 0) setWait({ phase: "waiting", text, failed });
    else {
      setWait(NO_WAIT);
      sendNow();
    }
  };
  const phase =
    wait.phase === "held back" && failed === 0 ? "none" : wait.phase;
  return { canSend, phase, send, stopWaiting };
}

interface Wait {
  readonly phase: Sending["phase"];
  readonly text: string;
  /** Uploads that had failed before; those do not hold the message back. */
  readonly failed: number;
}

const NO_WAIT: Wait = { phase: "none", text: "", failed: 0 };

function readyIn(
  items: readonly { readonly status: { readonly phase: string } }[],
): number {
  return items.filter(({ status }) => status.phase === "ready").length;
}

function useCanSend(): boolean {
  const hasModel = useSessionState((state) => state.model !== null);
  const isRunning = useSessionState((state) => state.activeRunId !== null);
  const isSending = useCellPart(useSession().commands.view, (v) => v.sending);
  const lacksImages = useLacksImages();
  const { text } = useCell(useDraft().view);
  const hasFiles = useCellPart(useAttachments().view, ({ items }) =>
    items.some(({ status }) => status.phase !== "failed"),
  );
  const isFree = hasModel && !isRunning && !isSending && !lacksImages;
  const isFilled = text.trim() !== "" || hasFiles;
  return isFree && isFilled && text.length <= MESSAGE_TEXT_LIMIT;
}

/** Sends what is written with what is ready. Whatever fails comes back into the composer. */
function useSendNow(): () => void {
  const draft = useDraft();
  const attachments = useAttachments();
  const { commands } = useSession();
  return useCallback(() => {
    const text = draft.take();
    const files = attachments.store()?.take();
    commands.send(text.text, files?.ids).then(
      () => {
        text.settle(true);
        files?.settle(null);
      },
      (error: unknown) => {
        text.settle(false);
        files?.settle(asFailure(error).code);
      },
    );
  }, [draft, attachments, commands]);
}

/** Takes a message out of the composer again that had arrived although nobody answered. */
export function useLateArrival(): void {
  const draft = useDraft();
  const { commands } = useSession();
  const unclear = useCellPart(commands.view, (view) => view.unclear);
  const hasArrived = useSessionState(
    ({ messages }) =>
      unclear !== null &&
      messages.some(
        (message) =>
          message.role === "user" &&
          message.clientMessageId === unclear.clientMessageId,
      ),
  );
  useEffect(() => {
    if (!hasArrived || unclear === null) return;
    draft.drop(unclear.text);
    commands.confirm();
  }, [hasArrived, unclear, draft, commands]);
}
