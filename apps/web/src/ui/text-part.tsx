import { lazy, Suspense } from "react";
import type { TextMessagePartProps } from "@assistant-ui/react";

const MarkdownBlocks = lazy(async () => {
  const { MarkdownBlocks: blocks } = await import("./markdown-blocks.tsx");
  return { default: blocks };
});

/** What the model says. Plain until the formatter is loaded. */
export function TextPart({ text }: TextMessagePartProps) {
  return <FormattedText text={text} />;
}

/** Markdown from anywhere, made safe. */
export function FormattedText({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <Suspense fallback={<div className="plain-text">{text}</div>}>
      <MarkdownBlocks text={text} />
    </Suspense>
  );
}
