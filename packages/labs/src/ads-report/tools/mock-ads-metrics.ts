import { defineTool, ToolError } from "@agent-studio/harness";
import type { ToolDefinition } from "@agent-studio/harness";
import type { ToolView } from "@agent-studio/shared";
import { Type } from "@sinclair/typebox";
import { MAX_DAYS } from "../contract.ts";
import type {
  AdsAccount,
  AdsAccounts,
  AdsMetrics,
  Metrics,
} from "../contract.ts";
import { computeMetrics } from "../metrics.ts";

const Parameters = Type.Object(
  {
    accountId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The account, for example "demo-account".',
    }),
    days: Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      description: `How many of the latest days to sum up, 1 to ${MAX_DAYS}.`,
    }),
  },
  { additionalProperties: false },
);

/** Metrics of a practice account. `readAccounts` is called for each query. */
export function createMockAdsMetricsTool(options: {
  readonly readAccounts: () => Promise<AdsAccounts>;
}): ToolDefinition {
  return defineTool({
    name: "mock_ads_metrics",
    title: { "zh-CN": "查询广告指标", en: "Query ad metrics" },
    description:
      "Gives spend, revenue, impressions, clicks, conversions, CTR (percent), CPC, CPA and ROAS of a practice ads account, per campaign and in total, for its latest days, with findings computed by rule. The data are invented. Answers JSON.",
    parameters: Parameters,
    effect: "read",
    async execute({ accountId, days }) {
      const { accounts } = await options.readAccounts();
      const metrics = computeMetrics(chooseAccount(accounts, accountId), days);
      return {
        text: JSON.stringify(metrics),
        details: metrics,
        view: drawTable(metrics),
      };
    },
  });
}

function chooseAccount(
  accounts: readonly AdsAccount[],
  accountId: string,
): AdsAccount {
  const account = accounts.find((each) => each.accountId === accountId);
  if (account !== undefined) return account;
  const valid = accounts.map((each) => each.accountId).join(", ");
  throw new ToolError(
    "TOOL_ARGUMENTS_INVALID",
    `There is no account with that id. Valid accounts: ${valid}.`,
  );
}

const COLUMNS = [
  ["spend", "花费", "Spend"],
  ["revenue", "收入", "Revenue"],
  ["impressions", "展示", "Impressions"],
  ["clicks", "点击", "Clicks"],
  ["conversions", "转化", "Conversions"],
  ["ctr", "点击率 (%)", "CTR (%)"],
  ["cpc", "CPC", "CPC"],
  ["cpa", "CPA", "CPA"],
  ["roas", "ROAS", "ROAS"],
] as const satisfies readonly (readonly [keyof Metrics, string, string])[];

function drawTable(metrics: AdsMetrics): ToolView {
  const { accountId, currency, period, campaigns, total, findings } = metrics;
  const range = `${period.from} – ${period.to}`;
  return {
    kind: "table",
    title: {
      "zh-CN": `${accountId}，${range}（${currency}）`,
      en: `${accountId}, ${range} (${currency})`,
    },
    columns: [
      { key: "campaign", label: { "zh-CN": "广告系列", en: "Campaign" } },
      ...COLUMNS.map(([key, zh, en]) => ({
        key,
        label: { "zh-CN": zh, en },
        align: "end" as const,
      })),
    ],
    rows: [
      ...campaigns.map((each) => [
        `${each.name["zh-CN"]} / ${each.name.en}`,
        ...cells(each),
      ]),
      ["合计 / Total", ...cells(total)],
    ],
    notes: findings.map(({ sentence }) => sentence),
  };
}

function cells(metrics: Metrics): (number | null)[] {
  return COLUMNS.map(([key]) => metrics[key]);
}
