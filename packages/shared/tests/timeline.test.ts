import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createInitialTimeline,
  foldTimeline,
  selectTimelineRows,
} from "../src/index.ts";
import type { HarnessEvent, TimelineState } from "../src/index.ts";
import { anEvent, legalLog } from "../src/testing/index.ts";

const timelineOf = (
  log: readonly HarnessEvent[],
  limit?: number,
): TimelineState =>
  foldTimeline(createInitialTimeline(limit === undefined ? {} : { limit }), log)
    .state;

const delta = (sequence: number, text: string, messageId = "msg_1") =>
  anEvent({
    type: "assistant.delta",
    sequence,
    payload: { messageId, delta: text },
  });

describe("the timeline", () => {
  it("is the same in one go and in pieces, and accounts for every event once", () => {
    fc.assert(
      fc.property(legalLog(), fc.nat(), (log, cut) => {
        const whole = timelineOf(log);
        const middle = cut % (log.length + 1);
        expect(
          foldTimeline(timelineOf(log.slice(0, middle)), log.slice(middle))
            .state,
        ).toEqual(whole);
        const rows = selectTimelineRows(whole);
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(
          log.length,
        );
        let next = 1;
        for (const row of rows) {
          expect(row.sequence).toBe(next);
          expect(row.lastSequence).toBe(row.sequence + row.count - 1);
          next = row.lastSequence + 1;
        }
      }),
    );
  });

  it("keeps the last rows only, and says how many it dropped", () => {
    fc.assert(
      fc.property(
        legalLog(),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(),
        (log, limit, cut) => {
          const all = selectTimelineRows(timelineOf(log));
          const middle = cut % (log.length + 1);
          const kept = foldTimeline(
            timelineOf(log.slice(0, middle), limit),
            log.slice(middle),
          ).state;
          expect(selectTimelineRows(kept)).toEqual(all.slice(-limit));
          expect(kept.dropped).toBe(Math.max(0, all.length - limit));
        },
      ),
    );
  });

  it("joins the deltas of one message that follow each other", () => {
    const log = [delta(1, "ab"), delta(2, "cde"), delta(3, "f", "msg_2")];
    expect(selectTimelineRows(timelineOf(log))).toMatchObject([
      {
        sequence: 1,
        lastSequence: 2,
        count: 2,
        subject: { messageId: "msg_1", channel: "text", characters: 5 },
      },
      {
        sequence: 3,
        lastSequence: 3,
        count: 1,
        subject: { messageId: "msg_2", characters: 1 },
      },
    ]);
  });

  it("leaves the list of rows alone while a message grows", () => {
    const before = timelineOf([
      anEvent({ type: "session.started" }),
      delta(2, "a"),
    ]);
    expect(foldTimeline(before, [delta(3, "b")]).state.rows).toBe(before.rows);
  });

  it("shows a type that it does not know, and passes over what it had", () => {
    const unknown = {
      ...anEvent({ type: "model.cleared", sequence: 8 }),
      type: "moon.risen",
    } as unknown as HarnessEvent;
    const start = createInitialTimeline({ sequence: 7 });
    const { state } = foldTimeline(start, [unknown]);
    expect(selectTimelineRows(state)).toMatchObject([
      { sequence: 8, type: "moon.risen", subject: {} },
    ]);
    expect(foldTimeline(state, [unknown]).state).toBe(state);
    expect(foldTimeline(start, [delta(9, "a")])).toEqual({
      state: start,
      gap: { expected: 8, received: 9 },
    });
  });
});
