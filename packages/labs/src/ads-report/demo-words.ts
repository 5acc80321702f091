/** What the demo script says, in both languages. Numbers and texts of tools come in as values. */
import type { Locale } from "@agent-studio/shared";

export interface DemoWords {
  readonly cannot: string;
  readonly planSkill: string;
  readonly begin: (accountId: string, days: number) => string;
  readonly limited: (asked: number, days: number) => string;
  readonly skillFailed: (name: string) => string;
  readonly query: (accountId: string, days: number) => string;
  readonly queryFailed: (accountId: string, told: string) => string;
  readonly unreadable: string;
  readonly found: (range: string, numbers: string, findings: number) => string;
  readonly noFindings: (range: string, numbers: string) => string;
  readonly readWriter: string;
  readonly planReport: string;
  readonly ask: (title: string) => string;
  readonly saved: (characters: string | undefined) => string;
  readonly edited: string;
  readonly numbers: (numbers: string) => string;
  readonly denied: string;
  readonly reason: (said: string) => string;
  readonly expired: string;
  readonly unknown: string;
  readonly failed: (told: string) => string;
  readonly instead: string;
}

export const DEMO_WORDS: Readonly<Record<Locale, DemoWords>> = {
  "zh-CN": {
    cannot:
      "我是演示模型，一个按脚本工作的程序，这个问题不在脚本范围内，所以我无法回答。我能做的是：分析广告账户（例如 demo-account）最近 1 到 30 天的数据，找出异常，写成报告，并在你批准后保存。可以这样问：「分析 demo-account 最近 14 天的表现并保存报告」。要自由对话，请在模型设置中连接真实的模型。",
    planSkill: "先读分析技能，再查询数据。没有查到的数字，一个也不写。",
    begin: (accountId, days) =>
      `好的，我来分析账户 ${accountId} 最近 ${days} 天的表现。先读取分析技能。`,
    limited: (asked, days) =>
      `你要的是 ${asked} 天，而可以查询的是 1 到 30 天，所以按 ${days} 天查询。`,
    skillFailed: (name) => `技能 ${name} 没有读到，我按一般做法继续。`,
    query: (accountId, days) => `现在查询 ${accountId} 最近 ${days} 天的指标。`,
    queryFailed: (accountId, told) =>
      `没有查到账户 ${accountId} 的指标，所以没有写报告，也没有保存任何内容。工具的答复是：\n\n> ${told}`,
    unreadable:
      "指标工具的答复无法解读，所以我不写报告，也没有保存任何内容。请重试，或检查练习数据。",
    found: (range, numbers, findings) =>
      `${range}：${numbers}。按规则发现 ${findings} 处异常。`,
    noFindings: (range, numbers) =>
      `${range}：${numbers}。按规则没有发现异常。`,
    readWriter: "接下来读取报告撰写技能。",
    planReport: "按技能要求写四个部分，数字全部取自查询结果，然后请求保存。",
    ask: (title) => `报告《${title}》已写好。保存之前需要你批准。`,
    saved: (characters) =>
      `报告已保存为 report.md${characters === undefined ? "" : `（${characters} 个字符）`}。`,
    edited: "保存的是你修改后的版本。",
    numbers: (numbers) => `查询结果的关键数字：${numbers}。数据为虚构。`,
    denied: "保存请求被拒绝，没有保存任何内容。",
    reason: (said) => `给出的原因是：「${said}」`,
    expired: "保存请求在期限内没有得到答复，已过期，没有保存任何内容。",
    unknown:
      "保存的结果未知：报告可能已保存，也可能没有。请查看 report.md 再决定是否重试。",
    failed: (told) =>
      `保存没有成功，没有保存任何内容。工具的答复是：\n\n> ${told}`,
    instead: "报告全文如下：",
  },
  en: {
    cannot:
      'I am the demo model, a program that follows a script, and this is not in the script, so I can\'t answer it. What I can do: analyse an ads account such as demo-account over its last 1 to 30 days, find what is wrong, write a report, and save it once you approve. Try: "Analyse the last 14 days of demo-account and save a report." For a free conversation, connect a real model in the model settings.',
    planSkill:
      "First the analysis skill, then the query. Not one number that was not queried.",
    begin: (accountId, days) =>
      `I will analyse the account ${accountId} over ${dayCount(days)}. First I read the analysis skill.`,
    limited: (asked, days) =>
      `You asked for ${asked} days; 1 to 30 can be queried, so I take ${days}.`,
    skillFailed: (name) =>
      `The skill ${name} could not be read, so I go on without it.`,
    query: (accountId, days) =>
      `Now I query the metrics of ${accountId} for ${dayCount(days)}.`,
    queryFailed: (accountId, told) =>
      `There are no metrics for the account ${accountId}, so no report was written and nothing was saved. The tool's answer:\n\n> ${told}`,
    unreadable:
      "The answer of the metrics tool could not be understood, so I write no report and nothing was saved. Try again, or check the practice data.",
    found: (range, numbers, findings) =>
      `${range}: ${numbers}. The rules found ${findings === 1 ? "1 anomaly" : `${findings} anomalies`}.`,
    noFindings: (range, numbers) =>
      `${range}: ${numbers}. The rules found nothing wrong.`,
    readWriter: "Next I read the skill for writing reports.",
    planReport:
      "Four sections as the skill asks, every number from the query, then ask to save.",
    ask: (title) =>
      `The report "${title}" is written. I need your approval to save it.`,
    saved: (characters) =>
      `The report is saved as report.md${characters === undefined ? "" : ` (${characters} characters)`}.`,
    edited: "What is saved is your edited version.",
    numbers: (numbers) =>
      `Key numbers of the query: ${numbers}. The data are invented.`,
    denied: "Saving was denied, so nothing was saved.",
    reason: (said) => `The reason given: "${said}"`,
    expired:
      "The request to save expired without an answer, so nothing was saved.",
    unknown:
      "Whether the report was saved is not known. Look at report.md before you try again.",
    failed: (told) =>
      `Saving failed, so nothing was saved. The tool's answer:\n\n> ${told}`,
    instead: "This is the report:",
  },
};

function dayCount(days: number): string {
  return days === 1 ? "its last day" : `its last ${days} days`;
}
