import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createInitialTimeline,
  foldTimeline,
  selectTimelineRows,
} from "@agent-studio/shared";
import type { HarnessEvent } from "@agent-studio/shared";
import { anEvent, legalLog } from "@agent-studio/shared/testing";
import { BLOCK_LENGTH, EventArchive } from "../src/client/event-archive.ts";

function archiveOf(events: readonly HarnessEvent[], size = events.length) {
  const archive = new EventArchive();
  for (let at = 0; at < events.length; at += Math.max(1, size)) {
    archive.append(events.slice(at, at + size));
  }
  return archive;
}

function manyEvents(count: number, first = 1): HarnessEvent[] {
  return Array.from({ length: count }, (_, index) =>
    anEvent({
      type: "session.updated",
      sequence: first + index,
      payload: { title: `标题 ${index} “"\\\n` },
    }),
  );
}

describe("the events that a page holds", () => {
  it("have the rows that the timeline's fold has, however they come", () => {
    fc.assert(
      fc.property(legalLog(), fc.integer({ min: 1, max: 50 }), (log, size) => {
        const { rows } = archiveOf(log, size);
        const folded = selectTimelineRows(
          foldTimeline(createInitialTimeline({ limit: Infinity }), log).state,
        );
        const held = Array.from({ length: rows.length }, (_, index) =>
          rows.at(index),
        );
        expect(
          held.map((row) => ({
            sequence: row?.first,
            lastSequence: row?.last,
            type: row?.type,
            runId: rows.runOf(row?.run ?? 0)?.runId,
          })),
        ).toEqual(
          folded.map(({ sequence, lastSequence, type, runId }) => ({
            sequence,
            lastSequence,
            type,
            runId,
          })),
        );
        for (const row of held) {
          for (let at = row?.first ?? 1; at <= (row?.last ?? 0); at += 1) {
            expect(rows.indexOf(at)).toBe(row?.index);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("come back as they went in, from sealed blocks and from the newest", () => {
    const events = manyEvents(3 * BLOCK_LENGTH + 17, 41);
    const archive = archiveOf(events, 100);
    expect([archive.first, archive.last]).toEqual([41, 40 + events.length]);
    expect(archive.range(41, archive.last)).toEqual(events);
    for (const sequence of [41, 40 + BLOCK_LENGTH, 41 + BLOCK_LENGTH]) {
      expect(archive.read(sequence)).toEqual(events[sequence - 41]);
      expect(archive.line(sequence)).toBe(
        JSON.stringify(events[sequence - 41]),
      );
      expect(archive.timeOf(sequence)).toBe(
        Date.parse(events[sequence - 41]?.timestamp ?? ""),
      );
    }
    for (const outside of [0, 40, archive.last + 1]) {
      expect(archive.read(outside)).toBeUndefined();
      expect(archive.line(outside)).toBe("");
      expect(archive.timeOf(outside)).toBeNaN();
    }
  });

  it("make a file of one event a line", async () => {
    const events = manyEvents(2 * BLOCK_LENGTH + 3);
    const text = await archiveOf(events).toBlob().text();
    expect(text.endsWith("\n")).toBe(true);
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(events);
  });
});
