import { Suspense } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { AssistantMessage, TextPart as Text } from "@agent-studio/shared";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useLiveText } from "./settled-open.ts";

const MarkdownBlocks = lazyPart(async () => {
  const { MarkdownBlocks: blocks } =
    await import("./markdown/markdown-blocks.tsx");
  return { default: blocks };
});

/** What the model says. Plain until the formatter is loaded. */
export function TextPart(props: {
  readonly message: AssistantMessage;
  readonly part: Text;
}) {
  const text = useLiveText(props.message, props.part);
  return (
    <FormattedText
      text={text}
      isGrowing={props.message.stopReason === undefined}
    />
  );
}

/** Markdown from anywhere, made safe; as plain text where the formatter can't be had. */
export function FormattedText(props: {
  readonly text: string;
  /** More of it may come. */
  readonly isGrowing?: boolean;
}) {
  const { text, isGrowing = false } = props;
  if (text.trim() === "") return null;
  const plain = (
    <div className="plain-text" dir="auto">
      {text}
    </div>
  );
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <MarkdownBlocks text={text} isGrowing={isGrowing} />
      </Suspense>
    </ErrorBoundary>
  );
}
