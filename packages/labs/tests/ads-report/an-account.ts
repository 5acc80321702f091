import type { AdsAccount, CampaignDay } from "../../src/ads-report/contract.ts";

export function aDay(more: Partial<CampaignDay> = {}): CampaignDay {
  return {
    date: "2026-11-01",
    spend: 10,
    revenue: 40,
    impressions: 1_000,
    clicks: 20,
    conversions: 2,
    ...more,
  };
}

export function aCampaign(
  campaignId: string,
  days: CampaignDay[] = [aDay()],
): AdsAccount["campaigns"][number] {
  return {
    campaignId,
    name: { "zh-CN": `系列 ${campaignId}`, en: `Campaign ${campaignId}` },
    days,
  };
}

export function anAccount(
  campaigns: AdsAccount["campaigns"] = [aCampaign("a")],
  more: Partial<AdsAccount> = {},
): AdsAccount {
  return {
    accountId: "test-account",
    name: { "zh-CN": "测试账户", en: "Test account" },
    currency: "CNY",
    campaigns,
    ...more,
  };
}
