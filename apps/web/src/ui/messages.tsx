import { memo } from "react";
import type {
  AssistantMessage,
  Message,
  MessagePart,
  UserMessage,
} from "@agent-studio/shared";
import { placeId } from "../client/reveals.ts";
import { CrashNote } from "./crash-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { ReasoningPart } from "./reasoning-part.tsx";
import { SentAttachments } from "./attachments/sent-attachments.tsx";
import { RunEndNote } from "./run-end.tsx";
import { StepsFold } from "./steps-fold.tsx";
import { useTexts } from "./text-context.tsx";
import { TextPart } from "./text-part.tsx";
import { partGroups } from "./thread-rows.ts";
import { ToolCard } from "./tool-card.tsx";

/** One message. Drawn again only when another object stands for it. */
export const MessageRow = memo(function MessageRow(props: {
  readonly message: Message;
}) {
  const { t } = useTexts();
  const { message } = props;
  const isUser = message.role === "user";
  return (
    <article
      className={`message ${message.role}`}
      aria-label={t(isUser ? "chat.you" : "chat.agent")}
      data-message-id={message.messageId}
      id={placeId("message", message.messageId)}
      tabIndex={-1}
    >
      {isUser ? (
        <UserWords message={message} />
      ) : (
        <ErrorBoundary fallback={<CrashNote />}>
          <MessageParts message={message} />
          <RunEndNote message={message} />
        </ErrorBoundary>
      )}
    </article>
  );
});

/** A person's message, as it was typed. */
function UserWords({ message }: { readonly message: UserMessage }) {
  return (
    <>
      {message.text !== "" && (
        <div className="plain-text" dir="auto">
          {message.text}
        </div>
      )}
      {message.attachments.length > 0 && (
        <SentAttachments sent={message.attachments} />
      )}
    </>
  );
}

/** Messages that only made calls, as one line that opens. */
export function StepsRow(props: {
  readonly messages: readonly AssistantMessage[];
  readonly calls: number;
}) {
  const { messages, calls } = props;
  const id = messages[0]?.messageId ?? "";
  return (
    <div className="steps-row" data-message-id={id}>
      <StepsFold
        id={id}
        calls={calls}
        contains={(place) =>
          messages.some(({ messageId }) => messageId === place.messageId)
        }
      >
        {messages.map((message) => (
          <MessageRow key={message.messageId} message={message} />
        ))}
      </StepsFold>
    </div>
  );
}

/** One turn of the agent, in order: its words, its thoughts, its calls; many finished calls in a row are one line. */
function MessageParts({ message }: { readonly message: AssistantMessage }) {
  return partGroups(message.parts).map((group) => {
    if (group.kind === "part") {
      const { part } = group;
      return <Part key={part.part} message={message} part={part} />;
    }
    const { key, parts, calls } = group;
    return (
      <StepsFold
        key={key}
        id={`${message.messageId}:${key}`}
        calls={calls}
        contains={({ toolCallId }) =>
          toolCallId !== undefined &&
          parts.some(
            (part) => part.kind === "tool" && part.toolCallId === toolCallId,
          )
        }
      >
        {parts.map((part) => (
          <Part key={part.part} message={message} part={part} />
        ))}
      </StepsFold>
    );
  });
}

function Part(props: {
  readonly message: AssistantMessage;
  readonly part: MessagePart;
}) {
  const { message, part } = props;
  switch (part.kind) {
    case "text":
      return <TextPart message={message} part={part} />;
    case "reasoning":
      return <ReasoningPart message={message} part={part} />;
    case "tool":
      return <ToolCard call={part} />;
  }
}
