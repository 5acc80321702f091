import { useState } from "react";
import type { AssistantMessage, TextPart } from "@agent-studio/shared";
import { ChevronRight } from "lucide-react";
import { EscapedText } from "./escaped-text.tsx";
import { useStudio } from "./studio-context.tsx";
import { useLiveText } from "./settled-open.ts";
import { useTexts } from "./text-context.tsx";

/** What the model thought, folded; whether it is open is remembered. */
export function ReasoningPart(props: {
  readonly message: AssistantMessage;
  readonly part: TextPart;
}) {
  const { message, part } = props;
  const { t } = useTexts();
  const { threadMemory: memory } = useStudio();
  const id = `${message.messageId}:${String(part.part)}`;
  const [isOpen, setOpen] = useState(() => memory.foldOf(id) ?? false);
  if (part.text.trim() === "") return null;
  return (
    <div className="reasoning">
      <button
        type="button"
        className="fold-button"
        aria-expanded={isOpen}
        onClick={() => {
          memory.keepFold(id, !isOpen);
          setOpen(!isOpen);
        }}
      >
        <ChevronRight aria-hidden className="fold-arrow" />
        {t("chat.reasoning")}
      </button>
      {isOpen && <Thoughts message={message} part={part} />}
    </div>
  );
}

function Thoughts(props: {
  readonly message: AssistantMessage;
  readonly part: TextPart;
}) {
  const text = useLiveText(props.message, props.part);
  return (
    <div className="plain-text" dir="auto">
      <EscapedText text={text} />
    </div>
  );
}
