/** What a person does in the timeline, by its names. */
import type { Page } from "playwright-core";
import { TIMELINE_EN } from "../../src/texts/timeline-en.ts";
import type { TimelineKey } from "../../src/texts/timeline-en.ts";
import { TIMELINE_ZH_CN } from "../../src/texts/timeline-zh-cn.ts";
import { fillIn } from "../../src/texts/catalogue.ts";
import type { TextValues } from "../../src/texts/catalogue.ts";
import { NAMES } from "./demo-steps.ts";
import type { Language } from "./demo-steps.ts";

/** The timeline of one page in one language. */
export function timelineOn(page: Page, language: Language = "zh-CN") {
  const texts = language === "zh-CN" ? TIMELINE_ZH_CN : TIMELINE_EN;
  const text = (key: TimelineKey, values?: TextValues) =>
    fillIn(texts[key], values);
  const region = page.getByRole("region", { name: NAMES[language].timeline });
  const list = region.getByRole("listbox", {
    name: text("list.label"),
    exact: true,
  });
  const detail = (sequence: number) =>
    region.getByRole("region", {
      name: text("detail.title", { sequence }),
      exact: true,
    });
  return {
    text,
    region,
    list,
    rows: list.getByRole("option"),
    row: (type: string) => list.locator(`[data-type="${type}"]`).last(),
    detail,
    button: (key: TimelineKey) =>
      page.getByRole("button", { name: text(key), exact: true }),
    tab: (key: "tab.events" | "tab.runs") =>
      region.getByRole("tab", { name: text(key), exact: true }),
    search: region.getByLabel(text("filter.text"), { exact: true }),
    replay: page.getByRole("region", {
      name: text("replay.label"),
      exact: true,
    }),
    slider: page.getByRole("slider", { name: text("replay.slider") }),
    /** Chooses a file in the picker. */
    pick: (file: string | { name: string; mimeType: string; buffer: Buffer }) =>
      page.locator('input[accept*=".jsonl"]').setInputFiles(file),
  };
}
