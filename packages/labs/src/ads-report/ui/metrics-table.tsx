import type { Locale } from "@agent-studio/shared";
import type { ReactElement } from "react";
import type { AdsMetrics, Metrics } from "../contract.ts";
import type { Translate } from "../../lab-ui.ts";

interface MetricsTableProps {
  readonly metrics: AdsMetrics;
  readonly locale: Locale;
  readonly t: Translate;
}

type Column = {
  readonly key: keyof Metrics;
  readonly digits: 0 | 2;
  readonly unit?: string;
};

const COLUMNS: readonly Column[] = [
  { key: "spend", digits: 2 },
  { key: "revenue", digits: 2 },
  { key: "impressions", digits: 0 },
  { key: "clicks", digits: 0 },
  { key: "conversions", digits: 0 },
  { key: "ctr", digits: 2, unit: "%" },
  { key: "cpc", digits: 2 },
  { key: "cpa", digits: 2 },
  { key: "roas", digits: 2 },
];

/** One row a campaign and the total last; scrolls sideways where the page is narrow. */
export function MetricsTable({
  metrics,
  locale,
  t,
}: MetricsTableProps): ReactElement {
  const { accountId, currency, period, campaigns, total } = metrics;
  const account = { account: accountId };
  const values = { ...account, ...period, currency };
  return (
    <div
      className="ads-report-scroll"
      role="region"
      aria-label={t("metrics.region", account)}
      tabIndex={0}
    >
      <table className="ads-report-table">
        <caption>{t("metrics.caption", values)}</caption>
        <thead>
          <tr>
            <th scope="col">{t("metrics.campaign")}</th>
            {COLUMNS.map(({ key }) => (
              <th scope="col" key={key}>
                {t(`metrics.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <tr key={campaign.campaignId}>
              <th scope="row">{campaign.name[locale]}</th>
              <Cells metrics={campaign} locale={locale} t={t} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("metrics.total")}</th>
            <Cells metrics={total} locale={locale} t={t} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Cells({
  metrics,
  locale,
  t,
}: {
  readonly metrics: Metrics;
  readonly locale: Locale;
  readonly t: Translate;
}): ReactElement {
  return (
    <>
      {COLUMNS.map((column) => (
        <td key={column.key}>
          {formatCell(metrics[column.key], column, locale) ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="ads-report-hidden">{t("metrics.none")}</span>
            </>
          )}
        </td>
      ))}
    </>
  );
}

function formatCell(
  value: number | null,
  { digits, unit = "" }: Pick<Column, "digits" | "unit">,
  locale: Locale,
): string | undefined {
  if (value === null) return undefined;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(value)}${unit}`;
}
