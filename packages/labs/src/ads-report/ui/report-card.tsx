import type { ReactElement } from "react";
import { REPORT_NAME, ReportDraftSchema } from "../contract.ts";
import type { ReportDraft } from "../contract.ts";
import type { CardProps } from "../../lab-ui.ts";
import "./ads-report.css";
import { readStatus } from "./report-status.ts";
import { visibleText } from "./visible-text.ts";

/** The report of `save_report_draft` in every state of the call: to the letter while it is asked about, as a document afterwards. */
export function ReportCard(props: CardProps): ReactElement {
  const { part, t, draw } = props;
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
        <Draft
          args={changed ? edited : part.args}
          isExact={isUndecided(part)}
          t={t}
          draw={draw}
        />
      )}
      {changed && (
        <details className="ads-report-original">
          <summary>{t("report.original")}</summary>
          <Draft args={part.args} isExact t={t} draw={draw} />
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

/** What a person still has to judge is shown to the letter. */
function isUndecided({ state }: CardProps["part"]): boolean {
  return state === "requested" || state === "awaiting_approval";
}

function Draft({
  args,
  isExact,
  t,
  draw,
}: Pick<CardProps, "t" | "draw"> & {
  readonly args: unknown;
  readonly isExact: boolean;
}): ReactElement {
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
      {isExact ? (
        <pre
          className="ads-report-text"
          role="region"
          aria-label={t("report.text")}
          tabIndex={0}
          dir="ltr"
        >
          {visibleText(draft.body)}
        </pre>
      ) : (
        <div
          className="ads-report-document"
          role="region"
          aria-label={t("report.rendered")}
          tabIndex={0}
        >
          {draw({ kind: "markdown", text: draft.body })}
        </div>
      )}
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
