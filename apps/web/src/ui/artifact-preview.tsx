import { useEffect, useState } from "react";
import type { Artifact } from "@agent-studio/shared";
import { asFailure } from "../client/api-failure.ts";
import type { ApiFailure } from "../client/api-failure.ts";
import { isMarkdown, PREVIEW_LIMIT_BYTES } from "../client/artifact-text.ts";
import { FailureNote } from "./failure-note.tsx";
import { Modal } from "./modal.tsx";
import { useSession } from "./session-context.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { FormattedText } from "./text-part.tsx";
import { useArtifactHref } from "./tool-content.tsx";
import { useDialogTexts } from "./use-dialog-texts.ts";

type Reading =
  | { readonly state: "loading" }
  | { readonly state: "read"; readonly text: string }
  | { readonly state: "failed"; readonly failure: ApiFailure };

/** A look at a produced file. Read again when it is saved again. */
export function ArtifactPreview(props: {
  readonly artifact: Artifact;
  readonly onClose: () => void;
}) {
  const d = useDialogTexts();
  const hrefOf = useArtifactHref();
  const { name, mediaType, sizeBytes } = props.artifact;
  return (
    <Modal title={d("preview.title", { name })} onClose={props.onClose}>
      {sizeBytes > PREVIEW_LIMIT_BYTES ? (
        <p>{d("preview.tooLong")}</p>
      ) : (
        <PreviewText
          artifact={props.artifact}
          formatted={isMarkdown(mediaType)}
        />
      )}
      <div className="button-row">
        <a
          className="button"
          href={hrefOf(name)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {d("preview.open")}
        </a>
      </div>
    </Modal>
  );
}

function PreviewText(props: {
  readonly artifact: Artifact;
  readonly formatted: boolean;
}) {
  const { error } = useTexts();
  const d = useDialogTexts();
  const reading = useReading(props.artifact);
  if (reading.state === "loading") {
    return <p role="status">{d("preview.loading")}</p>;
  }
  if (reading.state === "failed") {
    const reason = error(reading.failure.code);
    return <FailureNote text={d("preview.failed", { reason })} />;
  }
  return (
    <div
      className="preview"
      role="region"
      aria-label={props.artifact.name}
      tabIndex={0}
    >
      {props.formatted ? (
        <FormattedText text={reading.text} />
      ) : (
        <pre>{reading.text}</pre>
      )}
    </div>
  );
}

function useReading({ name, updatedAt }: Artifact): Reading {
  const { readArtifact } = useStudio();
  const { sessionId } = useSession();
  const [reading, setReading] = useState<Reading>({ state: "loading" });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    readArtifact(sessionId, name, signal).then(
      (text) => signal.aborted || setReading({ state: "read", text }),
      (thrown: unknown) => {
        if (signal.aborted) return;
        setReading({ state: "failed", failure: asFailure(thrown) });
      },
    );
    return () => end.abort();
  }, [readArtifact, sessionId, name, updatedAt]);
  return reading;
}
