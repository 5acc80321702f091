import { useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import { Download, Eye, FileText } from "lucide-react";
import type { Artifact } from "@agent-studio/shared";
import { isReadable } from "../client/artifact-text.ts";
import { placeId } from "../client/reveals.ts";
import { byteSize } from "./byte-size.ts";
import { IconButton } from "./icon-button.tsx";
import { LateDialog } from "./late-dialog.tsx";
import { Moment } from "./moment.tsx";
import { useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useArtifactHref } from "./tool-content.tsx";
import { useNow } from "./use-now.ts";

const CLOCK_MS = 20_000;

const ArtifactPreview = lazyPart(async () => {
  const { ArtifactPreview: preview } = await import("./artifact-preview.tsx");
  return { default: preview };
});

/** The files that the agent was allowed to produce. */
export function ArtifactsPanel() {
  const { t } = useTexts();
  const artifacts = useSessionState((state) => state.artifacts);
  const now = useNow(CLOCK_MS);
  const [shown, setShown] = useState<string | null>(null);
  const preview = artifacts.find(({ name }) => name === shown);
  return (
    <section className="panel-section" aria-label={t("artifacts.title")}>
      <h2>{t("artifacts.title")}</h2>
      {artifacts.length === 0 && <p className="note">{t("artifacts.empty")}</p>}
      <ul className="artifacts">
        {artifacts.map((artifact) => (
          <ArtifactRow
            key={artifact.name}
            artifact={artifact}
            now={now}
            onPreview={() => setShown(artifact.name)}
          />
        ))}
      </ul>
      {preview !== undefined && (
        <LateDialog title={preview.name} onClose={() => setShown(null)}>
          <ArtifactPreview artifact={preview} onClose={() => setShown(null)} />
        </LateDialog>
      )}
    </section>
  );
}

function ArtifactRow(props: {
  readonly artifact: Artifact;
  readonly now: number;
  readonly onPreview: () => void;
}) {
  const { t, locale } = useTexts();
  const hrefOf = useArtifactHref();
  const { name, mediaType, sizeBytes, updatedAt } = props.artifact;
  return (
    <li id={placeId("artifact", name)} className="artifact" tabIndex={-1}>
      <a
        className="artifact-name"
        href={hrefOf(name)}
        target="_blank"
        rel="noopener noreferrer"
        data-tip={t("artifacts.open", { name })}
      >
        <FileText aria-hidden className="inline-icon" />
        <bdi>{name}</bdi>
      </a>
      <span className="note artifact-facts">
        <span>{byteSize(locale, sizeBytes)}</span>
        <Moment at={updatedAt} now={props.now} />
      </span>
      <span className="artifact-actions">
        {isReadable(mediaType) && (
          <IconButton
            icon={Eye}
            label={t("artifacts.preview", { name })}
            onClick={props.onPreview}
          />
        )}
        <a
          className="icon-button"
          href={hrefOf(name)}
          download={name}
          aria-label={t("artifacts.download", { name })}
          data-tip={t("artifacts.download", { name })}
        >
          <Download aria-hidden />
        </a>
      </span>
    </li>
  );
}
