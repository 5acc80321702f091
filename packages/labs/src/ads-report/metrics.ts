/**
 * Metrics of the last days of an account: sums over days, ratios over sums (never means of ratios).
 * Pure. Money is summed in cents, so that a sum of rounded rows is exact.
 */
import type {
  AdsAccount,
  AdsMetrics,
  CampaignDay,
  CampaignMetrics,
  Metrics,
} from "./contract.ts";
import { findAnomalies } from "./findings.ts";

interface Sums {
  readonly spendCents: number;
  readonly revenueCents: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
}

const NOTICE =
  "Invented practice data, no real advertiser. CTR is in percent, ROAS a factor, money in the account's currency.";
const NOTHING: Sums = {
  spendCents: 0,
  revenueCents: 0,
  impressions: 0,
  clicks: 0,
  conversions: 0,
};

/** Metrics of the `days` latest dates that the account has data for. */
export function computeMetrics(account: AdsAccount, days: number): AdsMetrics {
  const dates = latestDates(account, days);
  const wanted = new Set(dates);
  const sums = account.campaigns.map((campaign) =>
    campaign.days
      .filter(({ date }) => wanted.has(date))
      .reduce(addDay, NOTHING),
  );
  const campaigns = account.campaigns.map(
    ({ campaignId, name }, at): CampaignMetrics => ({
      campaignId,
      name,
      ...toMetrics(sums[at] ?? NOTHING),
    }),
  );
  const total = toMetrics(sums.reduce(addSums, NOTHING));
  return {
    accountId: account.accountId,
    accountName: account.name,
    currency: account.currency,
    notice: NOTICE,
    period: {
      days: dates.length,
      from: dates.at(0) ?? "",
      to: dates.at(-1) ?? "",
    },
    campaigns,
    total,
    findings: findAnomalies(campaigns, total),
  };
}

function latestDates(account: AdsAccount, days: number): readonly string[] {
  const all = account.campaigns.flatMap((campaign) =>
    campaign.days.map(({ date }) => date),
  );
  return [...new Set(all)].sort().slice(-days);
}

function addDay(sums: Sums, day: CampaignDay): Sums {
  return addSums(sums, {
    spendCents: Math.round(day.spend * 100),
    revenueCents: Math.round(day.revenue * 100),
    impressions: day.impressions,
    clicks: day.clicks,
    conversions: day.conversions,
  });
}

function addSums(a: Sums, b: Sums): Sums {
  return {
    spendCents: a.spendCents + b.spendCents,
    revenueCents: a.revenueCents + b.revenueCents,
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    conversions: a.conversions + b.conversions,
  };
}

function toMetrics(sums: Sums): Metrics {
  const { spendCents, revenueCents, impressions, clicks, conversions } = sums;
  return {
    spend: spendCents / 100,
    revenue: revenueCents / 100,
    impressions,
    clicks,
    conversions,
    ctr: ratio(clicks * 100, impressions),
    cpc: ratio(spendCents / 100, clicks),
    cpa: ratio(spendCents / 100, conversions),
    roas: ratio(revenueCents, spendCents),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100) / 100;
}
