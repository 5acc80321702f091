import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { LAB_UIS } from "@agent-studio/labs/ui";
import { ErrorCodeSchema, EVENT_TYPES } from "@agent-studio/shared";
import { fillIn } from "../src/texts/catalogue.ts";
import { APPROVALS_EN } from "../src/texts/approvals-en.ts";
import { APPROVALS_ZH_CN } from "../src/texts/approvals-zh-cn.ts";
import { EN } from "../src/texts/en.ts";
import { ERRORS_EN } from "../src/texts/errors-en.ts";
import { ERRORS_ZH_CN } from "../src/texts/errors-zh-cn.ts";
import { EVENT_TEXTS } from "../src/texts/event-texts.ts";
import { ZH_CN } from "../src/texts/zh-cn.ts";

const places = (text: string) =>
  [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name).sort();

type Texts = Readonly<Record<string, string>>;
type Pair = readonly [name: string, english: Texts, chinese: Texts];

const FOLDER = fileURLToPath(new URL("../src/texts/", import.meta.url));

/** Every `<feature>-en.ts` with its `<feature>-zh-cn.ts`: new features are compared without being listed. */
async function featurePairs(): Promise<readonly Pair[]> {
  const names = globSync("*-en.ts", { cwd: FOLDER })
    .map((file) => file.slice(0, -"-en.ts".length))
    // Puts pairs together that are compared on their own.
    .filter((name) => name !== "page");
  return Promise.all(
    names.map(async (name): Promise<Pair> => {
      const [english, chinese] = await Promise.all([
        onlyExport(`${name}-en.ts`),
        onlyExport(`${name}-zh-cn.ts`),
      ]);
      return [name, english, chinese];
    }),
  );
}

async function onlyExport(file: string): Promise<Texts> {
  const module = (await import(
    pathToFileURL(`${FOLDER}${file}`).href
  )) as Record<string, Texts>;
  const [texts, ...others] = Object.values(module);
  if (texts === undefined || others.length > 0) {
    throw new Error(`${file} exports something else than its texts.`);
  }
  return texts;
}

const PAIRS: readonly Pair[] = [
  ["page", EN, ZH_CN],
  ...(await featurePairs()),
  ...LAB_UIS.map(({ labId, messages }): Pair => [
    labId,
    messages.en,
    messages["zh-CN"],
  ]),
];

describe.each(PAIRS)("the texts of %s", (_, english, chinese) => {
  it("have the same keys in both languages, and none is empty", () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries({ ...english, ...chinese })) {
      expect(text.trim(), key).not.toBe("");
    }
  });

  it("fill in the same places in both languages", () => {
    for (const [key, text] of Object.entries(english)) {
      expect(places(chinese[key] ?? ""), key).toEqual(places(text));
    }
  });
});

describe("the catalogues", () => {
  it("have a sentence for every error code in both languages", () => {
    for (const code of ErrorCodeSchema.options) {
      expect(ERRORS_EN[code], code).toMatch(/\.$/);
      expect(ERRORS_ZH_CN[code], code).toMatch(/。$/);
    }
  });

  it("name every event type in both languages", () => {
    for (const type of EVENT_TYPES) {
      const { label } = EVENT_TEXTS[type];
      expect(label.en, type).not.toBe("");
      expect(label["zh-CN"], type).not.toBe("");
    }
  });

  it("say the names that others look for", () => {
    expect(ZH_CN).toMatchObject({
      "skills.title": "技能目录",
      "chat.title": "流式对话",
      "timeline.title": "事件时间线",
      "composer.fillDemo": "填入演示任务",
      "composer.stop": "停止当前运行",
      "model.open": "打开模型设置",
      "model.useDemo": "使用演示模型",
      "run.completed": "回答已完成",
    });
    expect(EN).toMatchObject({
      "skills.title": "Skills Catalog",
      "chat.title": "Streaming Chat",
      "timeline.title": "Event Timeline",
      "composer.fillDemo": "Fill in demo task",
      "composer.stop": "Stop current run",
      "model.open": "Open model settings",
      "model.useDemo": "Use the demo model",
      "run.completed": "Answer complete",
    });
  });

  it("say the names of the decisions that others look for", () => {
    expect(APPROVALS_ZH_CN).toMatchObject({ approve: "批准", deny: "拒绝" });
    expect(APPROVALS_EN).toMatchObject({ approve: "Approve", deny: "Deny" });
  });

  it("leave a place without a value as it is", () => {
    expect(fillIn("{a} and {b}", { a: 1 })).toBe("1 and {b}");
    expect(fillIn("{toString}")).toBe("{toString}");
  });
});
