import { createFileSkillCatalog } from "@agent-studio/harness/adapters";
import { LOCALES, LocalizedTextSchema } from "@agent-studio/shared";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LABS } from "../../src/index.ts";
import { readRequest } from "../../src/ads-report/report-request.ts";

const [lab] = LABS;
const projectRoot = fileURLToPath(new URL("../../../../", import.meta.url));
const catalog = createFileSkillCatalog({ projectRoot });

test("ads-report is the first lab, with its tools in order and one artifact", () => {
  expect(lab).toMatchObject({
    labId: "ads-report",
    artifacts: [
      { name: "report.md", mediaType: "text/markdown; charset=utf-8" },
    ],
  });
  expect(lab?.tools.map(({ name, effect }) => `${name}: ${effect}`)).toEqual([
    "read: read",
    "grep: read",
    "find: read",
    "ls: read",
    "mock_ads_metrics: read",
    "save_report_draft: write",
  ]);
});

test("every text for people is there in both languages", () => {
  const texts = [
    lab?.title,
    lab?.description,
    lab?.demoPrompt,
    ...(lab?.tools ?? []).map(({ title }) => title),
  ];
  for (const text of texts) {
    const { "zh-CN": zh, en } = LocalizedTextSchema.parse(text);
    expect(zh).toMatch(/\p{Script=Han}/u);
    expect(en).not.toMatch(/\p{Script=Han}/u);
  }
});

test.each(LOCALES)(
  "the demo prompt in %s is one that the script covers",
  (locale) => {
    const prompt = lab?.demoPrompt[locale] ?? "";
    expect(readRequest(prompt, [])).toEqual({
      accountId: "demo-account",
      days: 7,
    });
  },
);

test("both skills are found without a complaint, one in each project folder", async () => {
  const { skills, broken, diagnostics } = await catalog.reload();
  expect([broken, diagnostics]).toEqual([[], []]);
  expect(skills).toMatchObject([
    { name: "ads-analysis", source: "project", diagnostics: [] },
    { name: "report-writer", source: "project", diagnostics: [] },
  ]);
  const [analysis, writer] = await Promise.all(
    skills.map(({ folder }) => readFile(join(folder, "SKILL.md"), "utf8")),
  );
  expect(analysis).toMatch(/mock_ads_metrics.*数据不是真实的/s);
  expect(writer).toMatch(
    /账户总结.*关键指标.*异常发现.*优化建议.*save_report_draft/s,
  );
});

test("the system prompt lists the skills by the path to read", async () => {
  const { skills } = await catalog.reload();
  const prompt = lab?.systemPrompt;
  if (typeof prompt !== "function") throw new Error("the prompt is fixed");
  const text = prompt({ skills, toolNames: [] });
  expect(text).toContain("<location>skills/report-writer/SKILL.md</location>");
  expect(text).not.toContain(projectRoot);
  expect(prompt({ skills: [], toolNames: [] })).not.toContain("<skills>");
});
