import { AuiIf, ThreadPrimitive } from "@assistant-ui/react";
import { ArrowDown } from "lucide-react";
import { Composer } from "./composer.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { AssistantMessageView, UserMessageView } from "./messages.tsx";
import { RunBar } from "./run-bar.tsx";
import { useSessionPart } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { Welcome } from "./welcome.tsx";

/** The middle of the studio: what was said, what is running, and where to write. */
export function Conversation() {
  const { t } = useTexts();
  const replaying = useSessionPart((view) => view.replaying);
  // While a person is asked nothing is busy, or the question would not be read out.
  const busy = useSessionPart((view) => view.state.status === "running");
  return (
    <ThreadPrimitive.Root className="thread">
      <h2 className="visually-hidden">{t("chat.title")}</h2>
      <ConnectionBanner />
      <div className="thread-frame">
        <ThreadPrimitive.Viewport
          className="thread-viewport"
          role="region"
          aria-label={t("chat.log")}
          aria-busy={busy}
          tabIndex={0}
        >
          {replaying && <p className="note centred">{t("chat.replaying")}</p>}
          <AuiIf condition={isEmpty}>
            <Welcome />
          </AuiIf>
          <ThreadPrimitive.Messages>{renderMessage}</ThreadPrimitive.Messages>
        </ThreadPrimitive.Viewport>
        <ThreadPrimitive.ScrollToBottom
          className="icon-button to-bottom"
          aria-label={t("chat.toBottom")}
        >
          <ArrowDown aria-hidden />
        </ThreadPrimitive.ScrollToBottom>
      </div>
      <div className="thread-foot">
        <RunBar />
        <Composer />
      </div>
    </ThreadPrimitive.Root>
  );
}

interface ThreadFacts {
  readonly thread: {
    readonly isLoading: boolean;
    readonly messages: readonly unknown[];
  };
}

function isEmpty({ thread }: ThreadFacts): boolean {
  return !thread.isLoading && thread.messages.length === 0;
}

function renderMessage({ message }: { readonly message: { role: string } }) {
  return message.role === "user" ? (
    <UserMessageView />
  ) : (
    <AssistantMessageView />
  );
}
