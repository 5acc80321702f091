import type { AssistantMessage, TextPart } from "@agent-studio/shared";
import { useDuration } from "./elapsed-time.tsx";
import { EscapedText } from "./escaped-text.tsx";
import { Fold } from "./fold.tsx";
import { useLiveText } from "./settled-open.ts";
import { useTexts } from "./text-context.tsx";
import { useThreadTexts } from "./use-thread-texts.ts";

interface Props {
  readonly message: AssistantMessage;
  readonly part: TextPart;
}

/** What the model thought, folded; whether it is open is remembered. */
export function ReasoningPart({ message, part }: Props) {
  if (part.text.trim() === "") return null;
  return (
    <Fold
      id={`${message.messageId}:${String(part.part)}`}
      className="reasoning"
      title={<ReasoningTitle message={message} part={part} />}
    >
      {() => <Thoughts message={message} part={part} />}
    </Fold>
  );
}

function ReasoningTitle({ message, part }: Props) {
  const { t, number } = useTexts();
  const tt = useThreadTexts();
  const duration = useDuration();
  const tookMs = durationOf(part);
  // Thinking goes on until something follows it.
  const isThinking =
    message.stopReason === undefined && message.parts.at(-1) === part;
  if (isThinking) {
    return (
      <>
        {tt("thread.thinking")}
        <span className="pulse" aria-hidden />
      </>
    );
  }
  return (
    <>
      {t("chat.reasoning")}
      <span className="fold-note">
        {tookMs !== undefined && `${duration(tookMs)} · `}
        {tt("thread.characters", { count: number(part.text.length) })}
      </span>
    </>
  );
}

/** What came in one piece, or nearly so, tells nothing of how long it took. */
const SHORTEST_MS = 100;

/** From its first piece to its newest, in milliseconds; undefined where that tells nothing. */
function durationOf({ startedAt, endedAt }: TextPart): number | undefined {
  if (startedAt === undefined || endedAt === undefined) return undefined;
  const tookMs = Date.parse(endedAt) - Date.parse(startedAt);
  return tookMs < SHORTEST_MS ? undefined : tookMs;
}

function Thoughts({ message, part }: Props) {
  const text = useLiveText(message, part);
  return (
    <div className="plain-text" dir="auto">
      <EscapedText text={text} />
    </div>
  );
}
