import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createInitialState, fold } from "@agent-studio/shared";
import type { HarnessEvent, LabSummary } from "@agent-studio/shared";
import { anAttachment, anEvent } from "@agent-studio/shared/testing";
import {
  namesSession,
  titleDue,
  titleFrom,
} from "../src/client/session-title.ts";

describe("a title from a message", () => {
  it.each([
    [
      "分析广告账户 demo-account 的投放表现",
      "分析广告账户 demo-account 的投放表现",
    ],
    ["\n\n  ## Weekly **report**\nand more", "Weekly **report**"],
    ["> - 1. quoted", "quoted"],
    ["```ts\nconst a = 1;", "const a = 1;"],
    ["a\u202Eb\u0007 c\u200Bd", "a b c d"],
    ["مرحبا بالعالم", "مرحبا بالعالم"],
    ["one\u2028two", "one"],
    ["   \n ### \n\t", ""],
  ])("takes the first words of %j", (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });

  it("is cut between words where there are any, by the columns it takes", () => {
    expect(titleFrom("word ".repeat(40))).toBe(
      `${"word ".repeat(12).trimEnd()}…`,
    );
    expect(titleFrom("x".repeat(100))).toBe(`${"x".repeat(60)}…`);
    expect(titleFrom("字".repeat(100))).toBe(`${"字".repeat(30)}…`);
    expect(titleFrom(`${"字".repeat(20)} 7 ${"天".repeat(40)}`)).toBe(
      `${"字".repeat(20)} 7 ${"天".repeat(8)}…`,
    );
  });

  it("tears no emoji apart", () => {
    const family = "👩‍👩‍👧‍👦";
    const title = titleFrom(family.repeat(60));
    expect(title.replace(/…$/, "").split(family).join("")).toBe("");
  });

  it("is always one line of at most 200 characters, or empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const title = titleFrom(text);
        expect(title).toBe(title.trim());
        expect(title).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
        expect(title.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

const LAB: LabSummary = {
  labId: "lab",
  title: { "zh-CN": "广告报告", en: "Ads report" },
  description: { "zh-CN": "", en: "" },
  demoPrompt: { "zh-CN": "", en: "" },
  tools: [],
  actions: [],
};
const nameOf = (file: string) => `About ${file}`;

function stateOf(...events: readonly HarnessEvent[]) {
  const numbered = events.map((event, index) => ({
    ...event,
    sequence: index + 1,
  }));
  return fold(createInitialState("ses_0000000000000000"), numbered).state;
}

const started = (title: string) =>
  anEvent({ type: "session.started", payload: { labId: "lab", title } });
const run = anEvent({ type: "run.started", runId: "run_0000000000000000" });
const said = (text: string, attachments = [anAttachment()].slice(1)) =>
  anEvent({
    type: "user.message",
    runId: "run_0000000000000000",
    payload: { text, attachments },
  });

describe("the title that is due", () => {
  it("comes from the first message of a session that bears its lab's name, in either language", () => {
    for (const title of Object.values(LAB.title)) {
      const state = stateOf(started(title), run, said("第一个问题"));
      expect(titleDue(state, LAB, nameOf)).toBe("第一个问题");
    }
  });

  it("is none before anything was said, for a title of its own, and for an unknown lab", () => {
    const fresh = stateOf(started("Ads report"));
    expect(titleDue(fresh, LAB, nameOf)).toBeNull();
    const own = stateOf(started("My week"), run, said("Hello"));
    expect(titleDue(own, LAB, nameOf)).toBeNull();
    const other = stateOf(started("Ads report"), run, said("Hello"));
    expect(titleDue(other, undefined, nameOf)).toBeNull();
  });

  it("names a file where a message has no words", () => {
    const state = stateOf(
      started("Ads report"),
      run,
      said("  ", [anAttachment({ name: "chart.png" })]),
    );
    expect(titleDue(state, LAB, nameOf)).toBe("About chart.png");
  });

  it("is not asked for where someone chose one", () => {
    const renamed = anEvent({
      type: "session.updated",
      payload: { title: "Ads report" },
    });
    const trusted = { ...renamed, payload: { trust: true } };
    expect([renamed, trusted, run].map(namesSession)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
