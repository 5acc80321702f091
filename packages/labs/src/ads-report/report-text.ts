/**
 * Writes the report from the answer of `mock_ads_metrics`, in the language asked for. Pure: every
 * number in it stands in that answer.
 */
import type { Locale, LocalizedText } from "@agent-studio/shared";
import type { AdsMetrics, Finding, Metrics } from "./contract.ts";

export interface Report {
  readonly title: string;
  readonly body: string;
}

const ADVICE: Readonly<Record<Finding["code"], LocalizedText>> = {
  HIGH_CPA: {
    "zh-CN": "下调出价或预算，收窄受众，并检查落地页与转化追踪。",
    en: "lower its bids or budget, narrow the audience, and check the landing page and conversion tracking.",
  },
  NO_CONVERSIONS: {
    "zh-CN": "暂停投放，先核对转化追踪，再决定是否恢复。",
    en: "pause it, check conversion tracking first, and decide then whether it resumes.",
  },
  LOW_CTR: {
    "zh-CN": "更换素材与文案，并排除低质量的版位。",
    en: "replace the creatives and copy, and exclude weak placements.",
  },
  LOW_ROAS: {
    "zh-CN": "把预算转给回报更高的广告系列，直到收入超过花费。",
    en: "move budget to campaigns that earn more until it pays for itself.",
  },
};

/** Title and Markdown body of the report, with its four sections. */
export function writeReport(metrics: AdsMetrics, language: Locale): Report {
  return language === "zh-CN" ? writeChinese(metrics) : writeEnglish(metrics);
}

/** The numbers that matter most, as one sentence. */
export function keyNumbers(metrics: AdsMetrics, language: Locale): string {
  const { total, currency } = metrics;
  return language === "zh-CN"
    ? `花费 ${money(total.spend)} ${currency}，收入 ${money(total.revenue)} ${currency}，转化 ${total.conversions}，CPA ${show(total.cpa)}，ROAS ${show(total.roas)}`
    : `spend ${money(total.spend)} ${currency}, revenue ${money(total.revenue)} ${currency}, ${total.conversions} conversions, CPA ${show(total.cpa)}, ROAS ${show(total.roas)}`;
}

function writeChinese(metrics: AdsMetrics): Report {
  const { accountId, accountName, currency, period, total, findings } = metrics;
  const title = `${accountId} 广告报告（${period.from} 至 ${period.to}）`;
  const advice = findings.map(
    (each) =>
      `「${each.campaignName["zh-CN"]}」：${ADVICE[each.code]["zh-CN"]}`,
  );
  return {
    title,
    body: lines([
      `# ${title}`,
      "",
      "## 账户总结",
      "",
      `${accountName["zh-CN"]}（${accountId}）在 ${period.from} 至 ${period.to} 的 ${period.days} 天内${keyNumbers(metrics, "zh-CN")}。展示 ${total.impressions}，点击 ${total.clicks}，点击率 ${percent(total.ctr)}，CPC ${show(total.cpc)}。`,
      "",
      `数据为练习而虚构，金额单位为 ${currency}。`,
      "",
      "## 关键指标",
      "",
      "| 广告系列 | 花费 | 收入 | 展示 | 点击 | 转化 | 点击率 | CPC | CPA | ROAS |",
      TABLE_RULE,
      ...metrics.campaigns.map((each) => row(each.name["zh-CN"], each)),
      row("合计", total),
      "",
      "## 异常发现",
      "",
      ...list(
        findings.map(({ sentence }) => sentence["zh-CN"]),
        "按规则没有发现异常。",
      ),
      "",
      "## 优化建议",
      "",
      ...list(advice, "保持现有投放，继续观察。"),
    ]),
  };
}

function writeEnglish(metrics: AdsMetrics): Report {
  const { accountId, accountName, currency, period, total, findings } = metrics;
  const title = `Ads report for ${accountId} (${period.from} to ${period.to})`;
  const advice = findings.map(
    (each) => `${each.campaignName.en}: ${ADVICE[each.code].en}`,
  );
  return {
    title,
    body: lines([
      `# ${title}`,
      "",
      "## Account summary (账户总结)",
      "",
      `${accountName.en} (${accountId}) over ${period.days === 1 ? "the day" : `the ${period.days} days`} from ${period.from} to ${period.to}: ${keyNumbers(metrics, "en")}. ${total.impressions} impressions, ${total.clicks} clicks, CTR ${percent(total.ctr)}, CPC ${show(total.cpc)}.`,
      "",
      `The data are invented for practice. Amounts are in ${currency}.`,
      "",
      "## Key metrics (关键指标)",
      "",
      "| Campaign | Spend | Revenue | Impressions | Clicks | Conversions | CTR | CPC | CPA | ROAS |",
      TABLE_RULE,
      ...metrics.campaigns.map((each) => row(each.name.en, each)),
      row("Total", total),
      "",
      "## Anomalies (异常发现)",
      "",
      ...list(
        findings.map(({ sentence }) => sentence.en),
        "The rules found none.",
      ),
      "",
      "## Recommendations (优化建议)",
      "",
      ...list(advice, "Keep the campaigns as they are and go on watching."),
    ]),
  };
}

const TABLE_RULE = `| --- |${" ---: |".repeat(9)}`;

function row(name: string, metrics: Metrics): string {
  const cells = [
    name.replaceAll("|", "\\|"),
    money(metrics.spend),
    money(metrics.revenue),
    String(metrics.impressions),
    String(metrics.clicks),
    String(metrics.conversions),
    percent(metrics.ctr),
    show(metrics.cpc),
    show(metrics.cpa),
    show(metrics.roas),
  ];
  return `| ${cells.join(" | ")} |`;
}

function list(items: readonly string[], empty: string): readonly string[] {
  return items.length === 0
    ? [empty]
    : items.map((item, at) => `${at + 1}. ${item}`);
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

function money(value: number): string {
  return value.toFixed(2);
}

function percent(value: number | null): string {
  return value === null ? "–" : `${value.toFixed(2)}%`;
}

function show(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
