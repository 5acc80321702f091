import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES, LOCALES } from "@agent-studio/shared";
import type { EventType, HarnessEvent } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import { EventArchive } from "../src/client/event-archive.ts";
import { groupOf } from "../src/texts/event-texts.ts";
import { sentenceOf } from "../src/ui/timeline/event-sentence.ts";
import { nextPlace } from "../src/ui/timeline/list-keys.ts";
import { linksAround } from "../src/ui/timeline/links-around.ts";
import { RowFilter } from "../src/ui/timeline/row-filter.ts";
import type { EventFilter } from "../src/ui/timeline/row-filter.ts";
import { showRows } from "../src/ui/timeline/shown-rows.ts";
import { timelineTextsIn } from "../src/ui/timeline/timeline-texts.ts";
import { linkEvents } from "@agent-studio/shared";

const NAMES = { tool: (name: string) => name, error: () => "It failed." };

function archiveOf(events: readonly HarnessEvent[]): EventArchive {
  const archive = new EventArchive();
  archive.append(events);
  return archive;
}

function found(archive: EventArchive, filter: EventFilter): readonly number[] {
  const texts = timelineTextsIn("en", NAMES);
  const finder = new RowFilter({
    archive,
    filter,
    sentence: (sequence) => sentenceOf(archive.read(sequence)!, texts),
  });
  const { length } = archive.rows;
  while (!finder.advance(length, () => true));
  return finder.matches(length).map((index) => archive.rows.at(index)!.first);
}

describe("moving in the timeline by keys", () => {
  it.each([
    ["ArrowDown", -1, 0],
    ["ArrowDown", 99, 99],
    ["ArrowUp", -1, 99],
    ["ArrowUp", 0, 0],
    ["PageDown", 95, 99],
    ["PageDown", 5, 12],
    ["PageUp", 5, 0],
    ["Home", 50, 0],
    ["End", 50, 99],
    ["a", 50, null],
  ])("%s from %i leads to %s", (key, from, to) => {
    expect(nextPlace(key, from, { length: 100, page: 7 })).toBe(to);
  });

  it("leads nowhere in an empty list", () => {
    expect(nextPlace("End", -1, { length: 0, page: 7 })).toBeNull();
  });
});

describe.each(LOCALES)("the sentence of an event in %s", (locale) => {
  const texts = timelineTextsIn(locale, NAMES);

  it.each(EVENT_TYPES)(
    "says what %s means, with everything filled in",
    (type) => {
      const sentence = sentenceOf(anEvent<EventType>({ type }), texts);
      expect(sentence.trim()).not.toBe("");
      expect(sentence).not.toMatch(/[{}]|undefined|NaN/);
    },
  );

  it("is its type where a later version wrote it", () => {
    const event = { ...anEvent({ type: "model.cleared" }), type: "toString" };
    expect(sentenceOf(event as unknown as HarnessEvent, texts)).toBe(
      "toString",
    );
    expect(groupOf("toString")).toBe("other");
  });
});

describe("a duration", () => {
  it.each([
    [0, "0ms"],
    [999, "999ms"],
    [1_230, "1.23s"],
    [61_900, "1m 1s"],
  ])("of %i ms is told as %s", (ms, text) => {
    expect(timelineTextsIn("en", NAMES).duration(ms)).toBe(text);
  });
});

describe("the filter of the timeline", () => {
  it("leaves exactly the rows whose kind and words fit", () => {
    fc.assert(
      fc.property(
        legalLog({ maxChoices: 120 }),
        fc.constantFrom("", "read", "APPROVED", "msg_", '"', "§"),
        fc.subarray(["tool", "approval", "message", "run"] as const),
        (log, text, groups) => {
          const archive = archiveOf(log);
          const filter = { groups: new Set(groups), text };
          const places = new Set(found(archive, filter));
          for (let index = 0; index < archive.rows.length; index += 1) {
            const row = archive.rows.at(index)!;
            const isKind = filter.groups.has(groupOf(row.type) as "tool");
            if (!isKind) expect(places.has(row.first)).toBe(false);
            const lines = archive
              .range(row.first, row.last)
              .map((event) => JSON.stringify(event).toLowerCase());
            const needle = JSON.stringify(text.toLowerCase()).slice(1, -1);
            if (isKind && lines.some((line) => line.includes(needle))) {
              expect(places.has(row.first)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("looks at the newest row again when it has grown", () => {
    const delta = (sequence: number, text: string) =>
      anEvent({ type: "assistant.delta", sequence, payload: { delta: text } });
    const archive = archiveOf([delta(1, "one")]);
    const finder = new RowFilter({
      archive,
      filter: { groups: null, text: "needle" },
      sentence: () => "",
    });
    expect(finder.advance(1, () => false)).toBe(true);
    expect(finder.matches(1)).toEqual([]);
    archive.append([delta(2, "needle")]);
    expect(finder.advance(1, () => false)).toBe(true);
    expect(finder.matches(1)).toEqual([0]);
  });

  it("finds text with quotes and in any script", () => {
    const archive = archiveOf([
      anEvent({ type: "user.message", payload: { text: 'say "你好"\n' } }),
    ]);
    for (const text of ['"你好"', "你好", "SAY", "user.message", "wrote"]) {
      expect(found(archive, { groups: null, text })).toEqual([1]);
    }
  });
});

describe("the rows that a filter leaves", () => {
  it("are found by the event they hold", () => {
    const events = Array.from({ length: 20 }, (_, index) =>
      anEvent({ type: "session.updated", sequence: index + 1 }),
    );
    const { rows } = archiveOf(events);
    const shown = showRows(rows, 20, [3, 7, 12]);
    expect([1, 4, 5, 8, 20].map(shown.placeOf)).toEqual([-1, 0, 0, 1, 2]);
    expect(shown.at(1)?.first).toBe(8);
    expect(shown.at(3)).toBeUndefined();
    expect(showRows(rows, 20, null).placeOf(5)).toBe(4);
  });
});

describe("the links of a row", () => {
  it("are those of its first event in the whole log, between first events of rows", () => {
    fc.assert(
      fc.property(legalLog({ maxChoices: 120 }), (log) => {
        const archive = archiveOf(log);
        const { rows } = archive;
        const firsts = Array.from(
          { length: rows.length },
          (_, index) => rows.at(index)!.first,
        );
        const whole = linkEvents(firsts.map((first) => log[first - 1]!));
        for (const first of firsts) {
          const row = rows.at(rows.indexOf(first))!;
          if (row.run === 0) continue;
          expect(linksAround(archive, row, rows.length)).toEqual(
            whole.get(first) ?? { causes: [], effects: [] },
          );
        }
      }),
      { numRuns: 30 },
    );
  });
});
