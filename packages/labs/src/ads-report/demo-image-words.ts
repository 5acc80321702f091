/** What the demo script says about images, in both languages. */
import type { ColorName } from "@agent-studio/harness";
import type { Locale } from "@agent-studio/shared";

export interface DemoImageWords {
  /** What the script is, and what it does with images. */
  readonly script: (count: number) => string;
  readonly only: string;
  readonly image: (number: number, name: string) => string;
  readonly size: (width: number, height: number) => string;
  readonly shape: Readonly<Record<"landscape" | "portrait" | "square", string>>;
  readonly about: (ratio: string) => string;
  readonly colors: (list: readonly string[]) => string;
  readonly color: Readonly<Record<ColorName, string>>;
  readonly light: Readonly<Record<"dark" | "medium" | "bright", string>>;
  readonly transparent: (percent: number) => string;
  readonly unmeasured: string;
  readonly leftOut: (names: readonly string[]) => string;
  readonly joint: string;
  readonly end: string;
}

export const DEMO_IMAGE_WORDS: Readonly<Record<Locale, DemoImageWords>> = {
  "zh-CN": {
    script: (count) =>
      `我收到了 ${count} 张图片。我是演示模型，一个按脚本工作的程序：认不出图片里有什么，但可以测量它。`,
    only: "以上都是测量结果，不是对画面内容的理解。要让模型真正看图，请在模型设置中连接支持图片的模型。",
    image: (number, name) => `图片 ${number}「${name}」：`,
    size: (width, height) => `${width} × ${height} 像素`,
    shape: { landscape: "横向", portrait: "纵向", square: "方形" },
    about: (ratio) => `比例约 ${ratio}`,
    colors: (list) => `主要颜色：${list.join("、")}`,
    color: {
      ...{ black: "黑", gray: "灰", white: "白", red: "红", orange: "橙" },
      ...{ brown: "棕", yellow: "黄", green: "绿", cyan: "青", blue: "蓝" },
      ...{ purple: "紫", pink: "粉" },
    },
    light: { dark: "整体偏暗", medium: "明暗适中", bright: "整体偏亮" },
    transparent: (percent) => `${percent}% 透明`,
    unmeasured: "没有测量成功",
    leftOut: (names) =>
      `没有发给我的图片：${names.map((name) => `「${name}」`).join("、")}。`,
    joint: "，",
    end: "。",
  },
  en: {
    script: (count) =>
      `I received ${count} image(s). I am the demo model, a program that follows a script: I can't tell what an image shows, but I can measure it.`,
    only: "These are measurements, not an understanding of the picture. For a model that can see, connect one with image input in the model settings.",
    image: (number, name) => `Image ${number}, "${name}": `,
    size: (width, height) => `${width} × ${height} pixels`,
    shape: { landscape: "landscape", portrait: "portrait", square: "square" },
    about: (ratio) => `about ${ratio}`,
    colors: (list) => `main colours: ${list.join(", ")}`,
    color: {
      ...{ black: "black", gray: "grey", white: "white", red: "red" },
      ...{ orange: "orange", brown: "brown", yellow: "yellow", green: "green" },
      ...{ cyan: "cyan", blue: "blue", purple: "purple", pink: "pink" },
    },
    light: {
      dark: "dark on the whole",
      medium: "of medium lightness",
      bright: "bright on the whole",
    },
    transparent: (percent) => `${percent}% transparent`,
    unmeasured: "could not be measured",
    leftOut: (names) =>
      `Images that did not reach me: ${names.map((name) => `"${name}"`).join(", ")}.`,
    joint: "; ",
    end: ".",
  },
};
