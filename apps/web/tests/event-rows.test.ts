import { describe, expect, it } from "vitest";
import { anEvent } from "@agent-studio/shared/testing";
import { addEvents, NO_ROWS, ROW_LIMIT } from "../src/client/event-rows.ts";

const delta = (sequence: number, part = 0) =>
  anEvent({
    type: "assistant.delta",
    sequence,
    payload: { part, channel: "text" },
  });

describe("the rows of the timeline", () => {
  it("join what grows one part and nothing else", () => {
    const events = [
      anEvent({ type: "assistant.started", sequence: 1 }),
      delta(2),
      delta(3),
      delta(4, 1),
      anEvent({ type: "tool.drafted", sequence: 5 }),
      anEvent({ type: "tool.drafted", sequence: 6 }),
    ];
    const { rows, events: count } = addEvents(NO_ROWS, events);
    expect(
      rows.map(({ firstSequence, joined }) => [firstSequence, joined]),
    ).toEqual([
      [1, 1],
      [2, 2],
      [4, 1],
      [5, 2],
    ]);
    expect(count).toBe(6);
  });

  it("go on joining across batches without changing earlier rows", () => {
    const before = addEvents(NO_ROWS, [delta(1)]);
    const after = addEvents(before, [delta(2)]);
    expect(before.rows[0]?.joined).toBe(1);
    expect(after.rows).toHaveLength(1);
    expect(after.rows[0]?.joined).toBe(2);
    expect(addEvents(after, [])).toBe(after);
  });

  it("are bounded, and say that there was more", () => {
    const events = Array.from({ length: ROW_LIMIT + 10 }, (_, index) =>
      anEvent({ type: "session.updated", sequence: index + 1 }),
    );
    const { rows, earlier } = addEvents(NO_ROWS, events);
    expect(rows).toHaveLength(ROW_LIMIT);
    expect(rows[0]?.firstSequence).toBe(11);
    expect(earlier).toBe(true);
  });
});
