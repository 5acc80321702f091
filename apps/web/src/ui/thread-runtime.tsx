import { useCallback, useMemo } from "react";
import type { ReactNode } from "react";
import {
  AssistantRuntimeProvider,
  MessageNotSentError,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import type { AppendMessage, ExternalStoreAdapter } from "@assistant-ui/react";
import type { Message } from "@agent-studio/shared";
import { convertMessage } from "./convert-message.ts";
import {
  useSession,
  useSessionPart,
  useSessionState,
} from "./session-context.tsx";
import { useSettledOpen } from "./settled-open.ts";

const NO_MESSAGES: readonly Message[] = [];
/** Newest messages that the runtime is told of. It keeps much for each, and draws none: the page does that itself. */
const TOLD_MESSAGES = 40;
/** Older ones go in one step, so that not each message moves all others. */
const STEP_MESSAGES = 20;

/** Shows assistant-ui the session as its events tell it; what a person does goes to the server and nowhere else. */
export function ThreadRuntime({ children }: { readonly children: ReactNode }) {
  const { commands, mode } = useSession();
  const finished = useSessionState((state) => state.messages);
  const open = useSettledOpen();
  const activeRunId = useSessionState((state) => state.activeRunId);
  const replaying = useSessionPart((view) => view.replaying);
  const messages = useMemo(() => {
    // What is past is drawn from the session alone: no runtime has to take in thousands of messages at every step.
    if (replaying || mode !== "live") return NO_MESSAGES;
    const told = finished.slice(firstTold(finished.length));
    return open === null ? told : [...told, open];
  }, [finished, open, replaying, mode]);

  const onNew = useCallback(
    async (message: AppendMessage) => {
      try {
        await commands.send(textOf(message));
      } catch {
        // assistant-ui puts the text back into the composer; why stands beside it.
        throw new MessageNotSentError();
      }
    },
    [commands],
  );
  const onCancel = useCallback(async () => {
    if (activeRunId !== null) await commands.stop(activeRunId);
  }, [commands, activeRunId]);

  const adapter = useMemo<ExternalStoreAdapter<Message>>(
    () => ({
      messages,
      convertMessage,
      isRunning: !replaying && activeRunId !== null,
      isLoading: replaying,
      onNew,
      onCancel,
    }),
    [messages, replaying, activeRunId, onNew, onCancel],
  );
  const runtime = useExternalStoreRuntime(adapter);
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      {children}
    </AssistantRuntimeProvider>
  );
}

/** Index of the first message that is told of. */
function firstTold(count: number): number {
  const over = Math.max(0, count - TOLD_MESSAGES);
  return over - (over % STEP_MESSAGES);
}

function textOf(message: AppendMessage): string {
  return message.content
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}
