import { describe, expect, it } from "vitest";
import { ErrorCodeSchema, EVENT_TYPES } from "@agent-studio/shared";
import { CATALOGUES, fillIn } from "../src/texts/catalogue.ts";
import { EN } from "../src/texts/en.ts";
import { SETTINGS_CATALOGUES } from "../src/texts/settings-catalogue.ts";
import { SETTINGS_EN } from "../src/texts/settings-en.ts";
import { SETTINGS_ZH_CN } from "../src/texts/settings-zh-cn.ts";
import { THREAD_CATALOGUES } from "../src/texts/thread-catalogue.ts";
import { THREAD_EN } from "../src/texts/thread-en.ts";
import { THREAD_ZH_CN } from "../src/texts/thread-zh-cn.ts";
import { errorText } from "../src/texts/error-texts.ts";
import { EVENT_TEXTS } from "../src/texts/event-texts.ts";
import { ZH_CN } from "../src/texts/zh-cn.ts";

const places = (text: string) =>
  [...text.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name).sort();

const PAIRS = [
  ["the page", EN, ZH_CN, Object.values(CATALOGUES)],
  [
    "the settings",
    SETTINGS_EN,
    SETTINGS_ZH_CN,
    Object.values(SETTINGS_CATALOGUES),
  ],
  [
    "the conversation",
    THREAD_EN,
    THREAD_ZH_CN,
    Object.values(THREAD_CATALOGUES),
  ],
] as const;

describe.each(PAIRS)("the catalogues of %s", (_, english, chinese, all) => {
  it("have the same keys, and none is empty", () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const catalogue of all) {
      for (const [key, text] of Object.entries(catalogue)) {
        expect(text.trim(), key).not.toBe("");
      }
    }
  });

  it("fill in the same places in both languages", () => {
    for (const [key, text] of Object.entries(english)) {
      const other = new Map<string, string>(Object.entries(chinese)).get(key);
      expect(places(other ?? ""), key).toEqual(places(text));
    }
  });
});

describe("the catalogues", () => {
  it("have a sentence for every error code in both languages", () => {
    for (const code of ErrorCodeSchema.options) {
      expect(errorText("en", code), code).toMatch(/\.$/);
      expect(errorText("zh-CN", code), code).toMatch(/。$/);
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
      "approval.approve": "批准",
      "approval.deny": "拒绝",
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
      "approval.approve": "Approve",
      "approval.deny": "Deny",
      "composer.stop": "Stop current run",
      "model.open": "Open model settings",
      "model.useDemo": "Use the demo model",
      "run.completed": "Answer complete",
    });
  });

  it("leave a place without a value as it is", () => {
    expect(fillIn("{a} and {b}", { a: 1 })).toBe("1 and {b}");
    expect(fillIn("{toString}")).toBe("{toString}");
  });
});
