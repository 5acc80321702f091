import type { ReactElement } from "react";
import { REPORT_NAME, ReportDraftSchema } from "../contract.ts";
import type { ReportDraft } from "../contract.ts";
import type { CardProps } from "../../lab-ui.ts";
import "./ads-report.css";
import { readStatus } from "./report-status.ts";
import { visibleText } from "./visible-text.ts";

/** The report of `save_report_draft` as plain text, in every state of the call. */
export function ReportCard(props: CardProps): ReactElement {
  const { part, t } = props;
  const { key, tone } = readStatus(part);
  const edited = part.approval?.editedArgs;
  const changed = edited !== undefined && part.approval?.status === "approved";
  return (
    <div className="ads-report-card" aria-busy={tone === "busy"}>
      <p className={`ads-report-status ads-report-status-${tone}`}>
        {t(key, { size: part.argsBytes ?? 0 })}
      </p>
      <Explanation {...props} />
      {part.state === "completed" && <Saved {...props} />}
      {changed && <p className="ads-report-notice">{t("report.edited")}</p>}
      {part.state !== "drafted" && (
        <Draft args={changed ? edited : part.args} t={t} />
      )}
      {changed && (
        <details className="ads-report-original">
          <summary>{t("report.original")}</summary>
          <Draft args={part.args} t={t} />
        </details>
      )}
    </div>
  );
}

/** Why it was not saved: the person's own words, or the failure's sentence. */
function Explanation({ part, t }: CardProps): ReactElement | null {
  const reason = part.state === "denied" ? part.approval?.reason : undefined;
  const message = part.state === "failed" ? part.message : undefined;
  if (reason !== undefined && reason !== "") {
    return (
      <p className="ads-report-detail">
        {t("report.reason", { reason: visibleText(reason) })}
      </p>
    );
  }
  if (message === undefined) return null;
  return <p className="ads-report-detail">{visibleText(message)}</p>;
}

function Saved({ part, artifactHref, t }: CardProps): ReactElement {
  const { name = REPORT_NAME, sizeBytes } = part.artifact ?? {};
  return (
    <p className="ads-report-saved">
      {sizeBytes !== undefined && (
        <span>{t("report.savedAs", { name, size: sizeBytes })} </span>
      )}
      <a href={artifactHref(name)} target="_blank" rel="noreferrer">
        {t("report.open", { name })}
        <span className="ads-report-hidden">{t("report.opensNewTab")}</span>
      </a>
    </p>
  );
}

function Draft({
  args,
  t,
}: Pick<CardProps, "t"> & { readonly args: unknown }): ReactElement {
  const draft = readDraft(args);
  if (draft === undefined) {
    return <p className="ads-report-detail">{t("report.none")}</p>;
  }
  return (
    <div className="ads-report-draft">
      {draft.title !== undefined && (
        <p className="ads-report-title">
          <span className="ads-report-label">{t("report.title")}</span>{" "}
          <bdi>{visibleText(draft.title)}</bdi>
        </p>
      )}
      <pre
        className="ads-report-text"
        role="region"
        aria-label={t("report.text")}
        tabIndex={0}
        dir="ltr"
      >
        {visibleText(draft.body)}
      </pre>
    </div>
  );
}

/** Arguments as they were asked for; very long ones come as a preview of their JSON. */
function readDraft(args: unknown): ReportDraft | undefined {
  const parsed = ReportDraftSchema.safeParse(args);
  if (parsed.success) return parsed.data;
  if (typeof args !== "object" || args === null) return undefined;
  if ("preview" in args && typeof args.preview === "string") {
    return { body: `${args.preview}…` };
  }
  return { body: JSON.stringify(args, null, 2) };
}
