import { Suspense } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { Attachment } from "@agent-studio/shared";
import { ErrorBoundary } from "../error-boundary.tsx";

const SentImages = lazyPart(async () => {
  const { SentImages: images } = await import("./sent-images.tsx");
  return { default: images };
});

/** What was sent with a message. Its room is there before the images are. */
export function SentAttachments(props: {
  readonly sent: readonly Attachment[];
}) {
  const names = (
    <p className="sent-images note">
      {props.sent.map(({ name }) => name).join(", ")}
    </p>
  );
  return (
    <ErrorBoundary fallback={names}>
      <Suspense fallback={<div className="sent-images" />}>
        <SentImages sent={props.sent} />
      </Suspense>
    </ErrorBoundary>
  );
}
