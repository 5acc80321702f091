import { FileText } from "lucide-react";
import { placeId } from "../client/reveals.ts";
import { useSessionState } from "./session-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useArtifactHref } from "./tool-content.tsx";

/** The files that the agent was allowed to produce. */
export function ArtifactsPanel() {
  const { t, number, locale } = useTexts();
  const artifacts = useSessionState((state) => state.artifacts);
  const hrefOf = useArtifactHref();
  return (
    <section className="panel-section" aria-label={t("artifacts.title")}>
      <h2>{t("artifacts.title")}</h2>
      {artifacts.length === 0 && <p className="note">{t("artifacts.empty")}</p>}
      <ul className="artifacts">
        {artifacts.map(({ name, sizeBytes, updatedAt }) => (
          <li key={name} id={placeId("artifact", name)} tabIndex={-1}>
            <a href={hrefOf(name)} target="_blank" rel="noopener noreferrer">
              <FileText aria-hidden className="inline-icon" />
              {name}
            </a>
            <span className="note">
              {t("artifacts.bytes", { count: number(sizeBytes) })}
              {" · "}
              {new Date(updatedAt).toLocaleTimeString(locale)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
