import type { Locale, LocalizedText, ToolView } from "@agent-studio/shared";
import type { ReactElement } from "react";
import { AdsMetricsSchema } from "../contract.ts";
import type { AdsMetrics } from "../contract.ts";
import type { CardProps } from "../../lab-ui.ts";
import "./ads-report.css";
import { messages } from "./messages.ts";
import { MetricsTable } from "./metrics-table.tsx";
import { visibleText } from "./visible-text.ts";

/** The answer of `mock_ads_metrics` as a table with its findings, in every state of the call. */
export function MetricsCard(props: CardProps): ReactElement {
  const { part, t } = props;
  switch (part.state) {
    case "drafted":
      return <Note busy text={t("metrics.drafted")} />;
    case "requested":
    case "running":
      return <Note busy text={t("metrics.loading", argsOf(part.args))} />;
    case "awaiting_approval":
      return <Note text={t("metrics.waiting", argsOf(part.args))} />;
    case "failed":
    case "denied":
      return <Note text={t("metrics.failed")} detail={part.message} />;
    case "completed":
      return <Answer {...props} />;
  }
}

function Answer({ part, locale, t, draw }: CardProps): ReactElement {
  const parsed = AdsMetricsSchema.safeParse(part.result?.details);
  if (!parsed.success) {
    return <Note text={t("metrics.noResult")} detail={part.result?.text} />;
  }
  return (
    <div className="ads-report-card">
      <MetricsTable metrics={parsed.data} locale={locale} t={t} />
      {draw(spendChart(parsed.data, locale))}
      <Findings findings={parsed.data.findings} locale={locale} t={t} />
      <p className="ads-report-notice">{t("metrics.invented")}</p>
    </div>
  );
}

/** What each campaign cost and what it brought, side by side. */
function spendChart(metrics: AdsMetrics, locale: Locale): ToolView {
  const { campaigns, currency } = metrics;
  const named = (key: string): LocalizedText => ({
    "zh-CN": labelIn("zh-CN", key, currency),
    en: labelIn("en", key, currency),
  });
  return {
    kind: "chart",
    form: "bar",
    title: named("metrics.chart"),
    labels: campaigns.map(({ name }) => name[locale]),
    series: [
      {
        label: named("metrics.spend"),
        values: campaigns.map(({ spend }) => spend),
      },
      {
        label: named("metrics.revenue"),
        values: campaigns.map(({ revenue }) => revenue),
      },
    ],
  };
}

function labelIn(locale: Locale, key: string, currency: string): string {
  return (messages[locale][key] ?? key).replace("{currency}", currency);
}

function Findings({
  findings,
  locale,
  t,
}: Pick<CardProps, "locale" | "t"> & {
  readonly findings: AdsMetrics["findings"];
}): ReactElement {
  return (
    <section className="ads-report-findings">
      <p className="ads-report-heading">{t("metrics.findings")}</p>
      {findings.length === 0 ? (
        <p>{t("metrics.noFindings")}</p>
      ) : (
        <ul>
          {findings.map(({ code, campaignId, severity, sentence }) => (
            <li key={`${code} ${campaignId}`}>
              <span className={`ads-report-badge ads-report-badge-${severity}`}>
                {t(`metrics.${severity}`)}
              </span>{" "}
              {sentence[locale]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Note({
  text,
  detail,
  busy = false,
}: {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly busy?: boolean;
}): ReactElement {
  return (
    <div className="ads-report-card" aria-busy={busy}>
      <p className="ads-report-status">{text}</p>
      {detail !== undefined && (
        <p className="ads-report-detail">{visibleText(detail)}</p>
      )}
    </div>
  );
}

/** What was asked for, where the arguments came in one piece. */
function argsOf(args: unknown): {
  readonly account: string;
  readonly days: string;
} {
  const asked: Readonly<Record<string, unknown>> =
    typeof args === "object" && args !== null ? { ...args } : {};
  const { accountId, days } = asked;
  return {
    account: typeof accountId === "string" ? visibleText(accountId) : "?",
    days: typeof days === "number" ? String(days) : "?",
  };
}
