/**
 * Findings by rule, each measured against the account's own total:
 *
 * - `HIGH_CPA`: the CPA is at least twice the account's; from three times on it is severe.
 * - `NO_CONVERSIONS`: at least 5 % of the spend and not one conversion; severe.
 * - `LOW_CTR`: the CTR is at most half the account's; from a quarter down it is severe.
 * - `LOW_ROAS`: each unit of spend earns less than one; below a half it is severe.
 *
 * A campaign with less than 1 % of the spend, or for CTR under 1,000 impressions, says too little.
 */
import type { CampaignMetrics, Finding, Metrics } from "./contract.ts";

type Rule = (campaign: CampaignMetrics, total: Metrics) => Finding | undefined;

const MIN_SPEND_SHARE = 0.01;
const IDLE_SPEND_SHARE = 0.05;
const MIN_IMPRESSIONS = 1_000;

const highCpa: Rule = (campaign, total) => {
  const { cpa: value } = campaign;
  const { cpa: benchmark } = total;
  if (value === null || benchmark === null || benchmark === 0) return undefined;
  if (spendShare(campaign, total) < MIN_SPEND_SHARE || value < 2 * benchmark) {
    return undefined;
  }
  return {
    ...about(campaign),
    code: "HIGH_CPA",
    metric: "cpa",
    value,
    benchmark,
    severity: value >= 3 * benchmark ? "high" : "medium",
    sentence: {
      "zh-CN": `「${campaign.name["zh-CN"]}」的 CPA 为 ${value.toFixed(2)}，远高于账户整体的 ${benchmark.toFixed(2)}。`,
      en: `${campaign.name.en} has a CPA of ${value.toFixed(2)}, far above the account's ${benchmark.toFixed(2)}.`,
    },
  };
};

const noConversions: Rule = (campaign, total) => {
  if (campaign.conversions > 0) return undefined;
  if (spendShare(campaign, total) < IDLE_SPEND_SHARE) return undefined;
  return {
    ...about(campaign),
    code: "NO_CONVERSIONS",
    metric: "conversions",
    value: 0,
    benchmark: total.conversions,
    severity: "high",
    sentence: {
      "zh-CN": `「${campaign.name["zh-CN"]}」花费 ${campaign.spend.toFixed(2)}，没有带来任何转化。`,
      en: `${campaign.name.en} spent ${campaign.spend.toFixed(2)} without a single conversion.`,
    },
  };
};

const lowCtr: Rule = (campaign, total) => {
  const { ctr: value } = campaign;
  const { ctr: benchmark } = total;
  if (value === null || benchmark === null || benchmark === 0) return undefined;
  if (campaign.impressions < MIN_IMPRESSIONS || value > benchmark / 2) {
    return undefined;
  }
  return {
    ...about(campaign),
    code: "LOW_CTR",
    metric: "ctr",
    value,
    benchmark,
    severity: value <= benchmark / 4 ? "high" : "medium",
    sentence: {
      "zh-CN": `「${campaign.name["zh-CN"]}」的点击率只有 ${value.toFixed(2)}%，远低于账户整体的 ${benchmark.toFixed(2)}%。`,
      en: `${campaign.name.en} has a CTR of only ${value.toFixed(2)}%, far below the account's ${benchmark.toFixed(2)}%.`,
    },
  };
};

const lowRoas: Rule = (campaign, total) => {
  const { roas: value } = campaign;
  if (value === null || value >= 1) return undefined;
  if (spendShare(campaign, total) < MIN_SPEND_SHARE) return undefined;
  return {
    ...about(campaign),
    code: "LOW_ROAS",
    metric: "roas",
    value,
    benchmark: 1,
    severity: value < 0.5 ? "high" : "medium",
    sentence: {
      "zh-CN": `「${campaign.name["zh-CN"]}」的 ROAS 为 ${value.toFixed(2)}，收入低于花费。`,
      en: `${campaign.name.en} has a ROAS of ${value.toFixed(2)}: it earns less than it spends.`,
    },
  };
};

const RULES: readonly Rule[] = [highCpa, noConversions, lowCtr, lowRoas];

/** Applies every rule to every campaign; in the order of the rules, then of the campaigns. Pure. */
export function findAnomalies(
  campaigns: readonly CampaignMetrics[],
  total: Metrics,
): Finding[] {
  return RULES.flatMap((rule) =>
    campaigns.flatMap((campaign) => rule(campaign, total) ?? []),
  );
}

function about({ campaignId, name }: CampaignMetrics) {
  return { campaignId, campaignName: name };
}

function spendShare(campaign: CampaignMetrics, total: Metrics): number {
  return total.spend === 0 ? 0 : campaign.spend / total.spend;
}
