import type { ReasoningMessagePartProps } from "@assistant-ui/react";
import { useTexts } from "./text-context.tsx";

/** What the model thought, folded. */
export function ReasoningPart({ text }: ReasoningMessagePartProps) {
  const { t } = useTexts();
  return (
    <details className="reasoning">
      <summary>{t("chat.reasoning")}</summary>
      <div className="plain-text">{text}</div>
    </details>
  );
}
