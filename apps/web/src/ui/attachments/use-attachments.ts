import { useEffect, useMemo, useRef } from "react";
import type { Message } from "@agent-studio/shared";
import type { SessionAttachments } from "../../client/attachments/session-attachments.ts";
import {
  useSession,
  useSessionPart,
  useSessionState,
} from "../session-context.tsx";
import { useStudio } from "../studio-context.tsx";

/** The attachments of the open session. */
export function useAttachments(): SessionAttachments {
  return useStudio().attachments.of(useSession().sessionId);
}

/** Keeps the composer's attachments in step with what the session's log says. For one component of the page. */
export function useAttachmentLog(): void {
  const attachments = useAttachments();
  const { attachments: all } = useStudio();
  const { sessionId } = useSession();
  const replaying = useSessionPart((view) => view.replaying);
  const known = useSessionState((state) => state.attachments);
  const messages = useSessionState((state) => state.messages);
  const isDeleted = useSessionState((state) => state.closed === "deleted");
  const sent = useMemo(() => sentIds(messages), [messages]);
  const isOpened = useRef(false);
  useEffect(() => {
    if (replaying) return;
    const isOpening = !isOpened.current;
    isOpened.current = true;
    void attachments.reconcile({ attachments: known, sent, isOpening });
  }, [attachments, replaying, known, sent]);
  useEffect(() => {
    if (isDeleted) all.forget(sessionId);
  }, [all, isDeleted, sessionId]);
}

function sentIds(messages: readonly Message[]): ReadonlySet<string> {
  const ids = messages.flatMap((message) =>
    message.role === "user"
      ? message.attachments.map(({ attachmentId }) => attachmentId)
      : [],
  );
  return new Set(ids);
}
