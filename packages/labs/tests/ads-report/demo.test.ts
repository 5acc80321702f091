import type {
  DemoConversation,
  DemoStep,
  DemoToolResult,
} from "@agent-studio/harness";
import type { JsonObject } from "@agent-studio/shared";
import { describe, expect, test } from "vitest";
import { readAdsAccounts } from "../../src/ads-report/account-file.ts";
import { ReportDraftSchema } from "../../src/ads-report/contract.ts";
import type { AdsAccount } from "../../src/ads-report/contract.ts";
import { adsReportScript } from "../../src/ads-report/demo.ts";
import { computeMetrics } from "../../src/ads-report/metrics.ts";
import { composeReport } from "../../src/ads-report/report-document.ts";
import { aCampaign, aDay, anAccount } from "./an-account.ts";

type Reply = (args: JsonObject) => {
  readonly isError?: boolean;
  readonly text: string;
};

const { accounts } = await readAdsAccounts();
const demoAccount = accounts[0]!;

const metricsOf =
  (account: AdsAccount): Reply =>
  ({ days }) => ({
    text: JSON.stringify(computeMetrics(account, Number(days))),
  });
const fails =
  (text: string): Reply =>
  () => ({ isError: true, text });
const saves: Reply = (args) => {
  const { length } = composeReport(ReportDraftSchema.parse(args));
  return { text: `Saved as report.md: ${length} characters, 1 bytes.` };
};

interface Played {
  readonly calls: readonly {
    readonly toolName: string;
    readonly args: JsonObject;
  }[];
  readonly texts: readonly string[];
  readonly said: string;
  readonly last: string;
}

/** Plays the script to its end, answering each call as a harness would. */
function play(
  userText: string,
  replies: Readonly<Record<string, Reply>> = {},
  more: Partial<DemoConversation> = {},
): Played {
  const tools: Readonly<Record<string, Reply>> = {
    read: () => ({ text: "# Skill" }),
    mock_ads_metrics: metricsOf(demoAccount),
    save_report_draft: saves,
    ...replies,
  };
  const toolResults: DemoToolResult[] = [];
  const steps: DemoStep[] = [];
  for (let turn = 1; turn < 10; turn += 1) {
    const next = adsReportScript({
      userText,
      locale: /\p{Script=Han}/u.test(userText) ? "zh-CN" : "en",
      images: [],
      leftOutImages: [],
      earlierUserTexts: [],
      toolResults: [...toolResults],
      turn,
      ...more,
    });
    steps.push(...next);
    const calls = next.filter((step) => step.kind === "call");
    if (calls.length === 0) break;
    for (const { toolName, args } of calls) {
      const reply = tools[toolName]!(args);
      toolResults.push({
        toolName,
        args,
        isError: reply.isError ?? false,
        text: reply.text,
      });
    }
  }
  const texts = steps.flatMap((step) =>
    step.kind === "text" ? [step.text] : [],
  );
  return {
    calls: steps.filter((step) => step.kind === "call"),
    texts,
    said: texts.join("\n"),
    last: texts.at(-1) ?? "",
  };
}

function bodyOf({ calls }: Played): string {
  const save = calls.find(({ toolName }) => toolName === "save_report_draft");
  return ReportDraftSchema.parse(save?.args).body;
}

const ZH = "分析广告账户 demo-account 最近 7 天的投放表现，写成报告并保存。";
const EN =
  "Analyse the last 7 days of the ads account demo-account and save a report.";

describe.each([
  ["zh-CN", ZH, ["## 账户总结", "## 关键指标", "## 异常发现", "## 优化建议"]],
  [
    "en",
    EN,
    [
      "## Account summary (账户总结)",
      "## Key metrics (关键指标)",
      "## Anomalies (异常发现)",
      "## Recommendations (优化建议)",
    ],
  ],
] as const)("in %s", (locale, prompt, sections) => {
  test("reads the skill, queries, reads the second skill, and asks to save", () => {
    const played = play(prompt);
    const [guide, query, writer, save] = played.calls;
    expect(played.calls).toHaveLength(4);
    expect(guide).toMatchObject({
      toolName: "read",
      args: { path: "skills/ads-analysis/SKILL.md" },
    });
    expect(query).toMatchObject({
      toolName: "mock_ads_metrics",
      args: { accountId: "demo-account", days: 7 },
    });
    expect(writer).toMatchObject({
      toolName: "read",
      args: { path: "skills/report-writer/SKILL.md" },
    });
    expect(save?.toolName).toBe("save_report_draft");
  });

  test("the report has its four sections, the period, and every number of the result", () => {
    const metrics = computeMetrics(demoAccount, 7);
    const played = play(prompt);
    const body = bodyOf(played);
    expect(body.match(/^## .*$/gm)).toEqual(sections);
    expect(body).toContain("demo-account");
    expect(body).toContain(metrics.period.from);
    expect(body).toContain(metrics.period.to);
    for (const row of [...metrics.campaigns, metrics.total]) {
      expect(body).toContain(row.spend.toFixed(2));
      expect(body).toContain(`| ${row.impressions} |`);
      expect(body).toContain(`${row.ctr!.toFixed(2)}%`);
      expect(body).toContain(row.cpa!.toFixed(2));
    }
    for (const { sentence } of metrics.findings)
      expect(body).toContain(sentence[locale]);
    expect(body).toMatch(/虚构|invented/);
  });

  test("an approved report is said to be saved, with key numbers", () => {
    const { last } = play(prompt);
    expect(last).toMatch(/已保存为 report\.md|is saved as report\.md/);
    expect(last).toContain(
      computeMetrics(demoAccount, 7).total.spend.toFixed(2),
    );
    expect(last).not.toMatch(/没有保存|nothing was saved/);
  });

  test.each([
    [
      "denied",
      "TOOL_DENIED: A person denied this call. It was not executed. The person's reason: too  long",
      /拒绝|denied/,
    ],
    [
      "expired",
      "TOOL_DENIED: The approval expired without an answer.",
      /过期|expired/,
    ],
    ["failed", "STORE_UNAVAILABLE: The disk is full.", /The disk is full\./],
    [
      "of an unknown outcome",
      "UNKNOWN_OUTCOME: It may have run.",
      /未知|not known/,
    ],
  ])(
    "one whose saving is %s says so and shows the text instead",
    (name, text, expected) => {
      const played = play(prompt, { save_report_draft: fails(text) });
      expect(played.calls).toHaveLength(4);
      expect(played.last).toMatch(expected);
      expect(played.last).not.toMatch(/已保存为|is saved as/);
      if (name !== "of an unknown outcome")
        expect(played.last).toMatch(/没有保存任何内容|nothing was saved/);
      if (name === "denied") expect(played.last).toContain("too long");
      expect(played.last).toContain(bodyOf(played).trim());
    },
  );

  test("an unknown account is told, with what is valid, and nothing is written", () => {
    const played = play(prompt.replace("demo-account", "missing-account"), {
      mock_ads_metrics: fails(
        "TOOL_ARGUMENTS_INVALID: There is no account with that id. Valid accounts: demo-account.",
      ),
    });
    expect(played.calls.map(({ toolName }) => toolName)).toEqual([
      "read",
      "mock_ads_metrics",
    ]);
    expect(played.last).toContain("missing-account");
    expect(played.last).toContain("Valid accounts: demo-account.");
    expect(played.last).not.toContain("TOOL_ARGUMENTS_INVALID");
  });

  test("a skill that can't be read is told, and the work goes on", () => {
    const played = play(prompt, {
      read: fails("TOOL_FAILED: does not exist."),
    });
    expect(played.calls).toHaveLength(4);
    expect(played.said).toMatch(/ads-analysis/);
    expect(played.said).toMatch(/report-writer/);
    expect(played.last).toMatch(/已保存|is saved/);
  });

  test("an answer that holds no metrics leads to no report", () => {
    const played = play(prompt, {
      mock_ads_metrics: () => ({ text: '{"accountId":"demo-account"} [CUT]' }),
    });
    expect(played.calls).toHaveLength(2);
    expect(played.last).toMatch(/没有保存任何内容|nothing was saved/);
  });

  test("an edited report is said to be the edited one", () => {
    const edited = JSON.stringify({ body: "Mine." });
    const { last } = play(prompt, {
      save_report_draft: () => ({
        text: `A person changed the arguments before approving. These were executed: ${edited}\n\nSaved as report.md: 6 characters, 6 bytes.`,
      }),
    });
    expect(last).toMatch(/修改后|edited/);
    expect(last).toContain("6 ");
  });

  test("an edited query is reported as it ran", () => {
    const played = play(prompt, {
      mock_ads_metrics: () => ({
        text: `A person changed the arguments before approving. These were executed: {"accountId":"demo-account","days":3}\n\n${JSON.stringify(computeMetrics(demoAccount, 3))}`,
      }),
    });
    expect(bodyOf(played)).toContain(
      computeMetrics(demoAccount, 3).total.spend.toFixed(2),
    );
  });
});

test("other data give other numbers", () => {
  const changed = structuredClone(demoAccount);
  for (const campaign of changed.campaigns) {
    for (const day of campaign.days)
      day.spend = Math.round(day.spend * 200) / 100;
  }
  const before = bodyOf(play(ZH));
  const after = bodyOf(play(ZH, { mock_ads_metrics: metricsOf(changed) }));
  expect(after).not.toBe(before);
  expect(after).toContain(computeMetrics(changed, 7).total.spend.toFixed(2));
  expect(after).not.toContain(
    computeMetrics(demoAccount, 7).total.spend.toFixed(2),
  );
});

test("an account of nothing is reported without a made-up number", () => {
  const idle = anAccount([
    aCampaign("a|b", [
      aDay({ spend: 0, revenue: 0, impressions: 0, clicks: 0, conversions: 0 }),
    ]),
  ]);
  const body = bodyOf(play(EN, { mock_ads_metrics: metricsOf(idle) }));
  expect(body).toContain(
    "| Campaign a\\|b | 0.00 | 0.00 | 0 | 0 | 0 | – | – | – | – |",
  );
  expect(body).toContain("The rules found none.");
  expect(body).not.toMatch(/NaN|Infinity|null|undefined/);
});

test.each([
  ["分析 demo-account 最近两周的表现", 14],
  ["Report on demo-account, last 14 days", 14],
  ["demo-account, one month please", 30],
])("%s queries %i days", (prompt, days) => {
  expect(play(prompt).calls[1]?.args).toEqual({
    accountId: "demo-account",
    days,
  });
});

test("more days than there are are limited, and it says so", () => {
  const played = play("demo-account, last 90 days");
  expect(played.calls[1]?.args).toEqual({
    accountId: "demo-account",
    days: 30,
  });
  expect(played.texts[0]).toMatch(/90.*1 to 30/);
});

test("a follow-up runs again with what it changes", () => {
  const played = play("What about 14 days?", {}, { earlierUserTexts: [EN] });
  expect(played.calls[1]?.args).toEqual({
    accountId: "demo-account",
    days: 14,
  });
});

test("one day is not called days", () => {
  const body = bodyOf(play("demo-account, last 1 day"));
  expect(body).toContain("over the day from 2026-11-29 to 2026-11-29");
});

test.each([
  ["写一首关于秋天的诗", /演示模型.*demo-account/s],
  ["What is the capital of France?", /demo model.*demo-account/s],
])("%s is declined honestly, with what can be done", (prompt, expected) => {
  const played = play(prompt);
  expect(played.calls).toEqual([]);
  expect(played.last).toMatch(expected);
});

test("the same conversation gives the same steps", () => {
  expect(play(ZH)).toEqual(play(ZH));
});
