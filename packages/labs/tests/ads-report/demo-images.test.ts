import type { DemoConversation, DemoImage } from "@agent-studio/harness";
import { describe, expect, test } from "vitest";
import { adsReportScript } from "../../src/ads-report/demo.ts";

const photo: DemoImage = {
  name: "sea_1.jpg",
  mediaType: "image/jpeg",
  sizeBytes: 1000,
  facts: {
    width: 2048,
    height: 1152,
    colors: [
      { name: "blue", hex: "#2050a0", share: 0.624 },
      { name: "white", hex: "#f4f6f8", share: 0.3 },
    ],
    lightness: 0.7,
    transparent: 0,
  },
};
const broken: DemoImage = { ...photo, name: "x", facts: undefined };

function textOf(userText: string, more: Partial<DemoConversation>): string {
  const steps = adsReportScript({
    userText,
    locale: /\p{Script=Han}/u.test(userText) ? "zh-CN" : "en",
    images: [],
    leftOutImages: [],
    earlierUserTexts: [],
    toolResults: [],
    turn: 1,
    ...more,
  });
  return steps
    .flatMap((step) => (step.kind === "text" ? [step.text] : []))
    .join("\n");
}

describe("the demo script and images", () => {
  test.each([
    ["What is in this picture?", /2048 × 1152.*landscape.*16:9.*blue 62%/s],
    ["图里有什么？", /2048 × 1152 像素，横向，比例约 16:9.*蓝 62%.*偏亮/s],
  ])("%s is answered with what can be measured", (question, expected) => {
    expect(textOf(question, { images: [photo] })).toMatch(expected);
  });

  test.each([
    ["What is in this picture?", /script.*can't tell what an image shows/],
    ["图里有什么？", /按脚本工作的程序：认不出/],
  ])("%s is told that a script answers", (question, expected) => {
    expect(textOf(question, { images: [photo] })).toMatch(expected);
  });

  test("an image without a word is answered in both languages", () => {
    const text = textOf("", { images: [photo] });
    expect(text).toContain("2048 × 1152 像素");
    expect(text).toContain("2048 × 1152 pixels");
  });

  test("an image beside the task is measured, and the task goes on", () => {
    const steps = adsReportScript({
      userText: "Analyse demo-account and save a report",
      locale: "en",
      images: [photo],
      leftOutImages: [],
      earlierUserTexts: [],
      toolResults: [],
      turn: 1,
    });
    expect(steps.at(-1)).toMatchObject({ kind: "call", toolName: "read" });
    expect(JSON.stringify(steps)).toContain("2048 × 1152 pixels");
  });

  test("a question about something else is still declined", () => {
    const text = textOf("Write a poem", { images: [photo] });
    expect(text).toContain("not in the script");
  });

  test("an image that could not be measured or did not arrive is said to be so", () => {
    const text = textOf("look", { images: [broken], leftOutImages: ["y.png"] });
    expect(text).toMatch(/"x": could not be measured/);
    expect(text).toMatch(/did not reach me: "y.png"/);
  });

  test("a name is text and no markup", () => {
    const named = { ...photo, name: "![a](b).png" };
    expect(textOf("look", { images: [named] })).toContain("\\!\\[a\\](b).png");
  });

  test.each([
    [300, 300, /square.*1:1/],
    [900, 1600, /portrait.*9:16/],
    [1000, 390, /landscape.*2.6:1/],
  ])("%i by %i has its proportions", (width, height, expected) => {
    const facts = { ...photo.facts!, width, height };
    expect(textOf("look", { images: [{ ...photo, facts }] })).toMatch(expected);
  });
});
