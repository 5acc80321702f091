import { lazy, Suspense } from "react";
import type { TextMessagePartProps } from "@assistant-ui/react";
import { ErrorBoundary } from "./error-boundary.tsx";

const MarkdownBlocks = lazy(async () => {
  const { MarkdownBlocks: blocks } = await import("./markdown-blocks.tsx");
  return { default: blocks };
});

/** What the model says. Plain until the formatter is loaded. */
export function TextPart({ text }: TextMessagePartProps) {
  return <FormattedText text={text} />;
}

/** Markdown from anywhere, made safe; as plain text where the formatter can't be had. */
export function FormattedText({ text }: { readonly text: string }) {
  if (text === "") return null;
  const plain = <div className="plain-text">{text}</div>;
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <MarkdownBlocks text={text} />
      </Suspense>
    </ErrorBoundary>
  );
}
