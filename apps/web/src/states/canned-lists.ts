/** Labs, models, skills and other sessions as the gallery of states shows them. */
import type {
  LabSummary,
  ModelPreset,
  SessionSummary,
  SkillSummary,
} from "@agent-studio/shared";
import { DEMO_CONNECTION, id } from "./canned-log.ts";

const OBJECT = { type: "object", properties: {} };

export const LABS: readonly LabSummary[] = [
  {
    labId: "ads-report",
    title: { "zh-CN": "广告报告", en: "Ads report" },
    description: {
      "zh-CN": "智能体查询广告账户、撰写报告，并在保存前请求批准。数据为虚构。",
      en: "The agent queries an ads account, writes a report and asks before it saves. The data are invented.",
    },
    demoPrompt: {
      "zh-CN": "分析 demo-account 最近 7 天的投放表现，写成报告并保存。",
      en: "Analyse the last 7 days of demo-account and save a report.",
    },
    tools: [
      {
        name: "read",
        title: { "zh-CN": "读取文件", en: "Read a file" },
        description: "Reads a file.",
        effect: "read",
        policy: "allow",
        parameters: OBJECT,
      },
      {
        name: "save_report_draft",
        title: { "zh-CN": "保存报告", en: "Save the report" },
        description: "Saves the report.",
        effect: "write",
        policy: "ask",
        parameters: OBJECT,
      },
    ],
    actions: [],
  },
];

/** For the choice between labs. */
export const OTHER_LABS: readonly LabSummary[] = LABS.map((lab) => ({
  ...lab,
  labId: "notebook",
  title: { "zh-CN": "研讨笔记", en: "Workshop notebook" },
  description: {
    "zh-CN": "智能体只能提出建议，每处引用都经过核对。",
    en: "The agent can only propose, and every quote is checked.",
  },
}));

export const PRESETS: readonly ModelPreset[] = [
  {
    presetId: "demo",
    title: {
      "zh-CN": "演示模型（内置，无需密钥）",
      en: "Demo model (built in, no key)",
    },
    providerId: "demo",
    api: "demo",
    modelId: "demo",
    supportsImages: true,
    needsApiKey: false,
    available: true,
  },
];

export const SKILLS: readonly SkillSummary[] = [
  {
    name: "report-writer",
    description: "Writes figures up as a report, once a person has approved.",
    source: "project",
    displayPath: "skills/report-writer/SKILL.md",
    diagnostics: [],
  },
  {
    name: "unfinished-skill",
    description: "Has a problem that its author should know about.",
    source: "configured",
    displayPath: "skills/unfinished-skill/SKILL.md",
    diagnostics: [
      {
        severity: "warning",
        message: "The description ends in the middle of a",
      },
    ],
  },
];

const TITLES = ["Q4 ads", "تقرير الإعلانات", "🧪🧪 try-out", "w".repeat(120)];

export const OTHER_SESSIONS: readonly SessionSummary[] = TITLES.map(
  (title, index) => ({
    sessionId: id("ses", index + 1),
    labId: "ads-report",
    title,
    createdAt: "2026-01-05T08:00:00.000Z",
    updatedAt: "2026-01-05T09:30:00.000Z",
    status:
      (["idle", "running", "awaiting_approval", "idle"] as const)[index] ??
      "idle",
    model: DEMO_CONNECTION,
    trust: index === 1,
    pendingApprovals: index === 2 ? 2 : 0,
    lastSequence: 12,
  }),
);
