import { MessagePrimitive, useAuiState } from "@assistant-ui/react";
import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { toolCallOf, useMessageRecord } from "./message-record.ts";
import { ReasoningPart } from "./reasoning-part.tsx";
import { RunEndNote } from "./run-end.tsx";
import { useTexts } from "./text-context.tsx";
import { TextPart } from "./text-part.tsx";
import { ToolCard } from "./tool-card.tsx";

/** A person's message, as it was typed. */
export function UserMessageView() {
  const { t } = useTexts();
  const record = useMessageRecord(useAuiState((s) => s.message.id));
  const attachments = record?.role === "user" ? record.attachments : [];
  return (
    <MessagePrimitive.Root asChild>
      <article className="message user" aria-label={t("chat.you")}>
        <MessagePrimitive.Parts components={USER_PARTS} />
        {attachments.map(({ attachmentId, name }) => (
          <p key={attachmentId} className="note">
            {t("chat.attachment", { name })}
          </p>
        ))}
      </article>
    </MessagePrimitive.Root>
  );
}

/** One turn of the agent: its words and its tool calls. */
export function AssistantMessageView() {
  const { t } = useTexts();
  const record = useMessageRecord(useAuiState((s) => s.message.id));
  return (
    <MessagePrimitive.Root asChild>
      <article className="message assistant" aria-label={t("chat.agent")}>
        <ErrorBoundary fallback={<CrashNote />}>
          <MessagePrimitive.Parts components={ASSISTANT_PARTS} />
          {record?.role === "assistant" && <RunEndNote message={record} />}
        </ErrorBoundary>
      </article>
    </MessagePrimitive.Root>
  );
}

function UserText({ text }: { readonly text: string }) {
  return <div className="plain-text">{text}</div>;
}

function ToolPart({ artifact }: ToolCallMessagePartProps) {
  const call = toolCallOf(artifact);
  return call === null ? null : <ToolCard call={call} />;
}

function Working() {
  const { t } = useTexts();
  return (
    <p className="working">
      <span className="working-dots" aria-hidden>
        <span />
        <span />
        <span />
      </span>
      {t("chat.thinking")}
    </p>
  );
}

function EmptyMessage({
  status,
}: {
  readonly status: { readonly type: string };
}) {
  return status.type === "running" ? <Working /> : null;
}

const USER_PARTS = { Text: UserText };
const ASSISTANT_PARTS = {
  Text: TextPart,
  Reasoning: ReasoningPart,
  Empty: EmptyMessage,
  tools: { Override: ToolPart },
};
