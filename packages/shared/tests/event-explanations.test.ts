import { describe, expect, it } from "vitest";
import { EVENT_EXPLANATIONS } from "../src/event-explanations.ts";
import { EVENT_TYPES, LOCALES } from "../src/index.ts";

/** What a paragraph has at least, in characters; Chinese says the same in fewer. */
const LEAST = { en: 80, "zh-CN": 25 } as const;

describe.each(LOCALES)("the explanations of events in %s", (locale) => {
  const explanations = EVENT_EXPLANATIONS[locale];

  it.each(EVENT_TYPES)("say why there is %s, and who emits it", (type) => {
    const { why, emitter } = explanations[type];
    for (const paragraph of [why, emitter]) {
      expect(paragraph.trim()).toBe(paragraph);
      expect(paragraph.length).toBeGreaterThan(LEAST[locale]);
      expect(paragraph).toMatch(locale === "en" ? /\.$/ : /。$/);
      expect(paragraph).not.toContain("\n");
    }
  });

  it("explain nothing that does not exist, and nothing twice in the same words", () => {
    expect(Object.keys(explanations).sort()).toEqual([...EVENT_TYPES].sort());
    const paragraphs = Object.values(explanations).flatMap(
      ({ why, emitter }) => [why, emitter],
    );
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
  });
});
