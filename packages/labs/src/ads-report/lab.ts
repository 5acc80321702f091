import { createConfinedTools, defineLab } from "@agent-studio/harness";
import type { Lab } from "@agent-studio/harness";
import { readAdsAccounts } from "./account-file.ts";
import { REPORT_NAME } from "./contract.ts";
import type { AdsAccounts } from "./contract.ts";
import { adsReportScript } from "./demo.ts";
import { systemPrompt } from "./system-prompt.ts";
import { createMockAdsMetricsTool } from "./tools/mock-ads-metrics.ts";
import { createSaveReportDraftTool } from "./tools/save-report-draft.ts";

/** Read the skill, query the metrics, write the report, ask before saving. */
export function createAdsReportLab(
  options: { readonly readAccounts?: () => Promise<AdsAccounts> } = {},
): Lab {
  const readAccounts = options.readAccounts ?? (() => readAdsAccounts());
  return defineLab({
    labId: "ads-report",
    title: { "zh-CN": "广告报告", en: "Ads report" },
    description: {
      "zh-CN":
        "智能体读取技能、查询广告账户、撰写报告，并在保存前请求批准。数据为虚构。",
      en: "The agent reads a skill, queries an ads account, writes a report and asks before it saves. The data are invented.",
    },
    systemPrompt,
    tools: [
      ...createConfinedTools(),
      createMockAdsMetricsTool({ readAccounts }),
      createSaveReportDraftTool(),
    ],
    artifacts: [
      { name: REPORT_NAME, mediaType: "text/markdown; charset=utf-8" },
    ],
    skills: "all",
    demoPrompt: {
      "zh-CN":
        "分析广告账户 demo-account 最近 7 天的投放表现，找出异常，写成报告并保存。",
      en: "Analyse the last 7 days of the ads account demo-account, find what is wrong, write it up as a report and save it.",
    },
    demoScript: adsReportScript,
  });
}
