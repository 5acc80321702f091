import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HarnessEvent } from "../src/index.ts";
import { anEvent, checkLegal, legalLog } from "../src/testing/index.ts";

/** Numbers events as a log does. */
function numbered(events: readonly HarnessEvent[]): HarnessEvent[] {
  return events.map((event, index) => {
    const sequence = index + 1;
    return {
      ...event,
      sequence,
      eventId: event.eventId.replace(/_\d+$/, `_${sequence}`),
    };
  });
}

/** A log that has each of these types, each time a breach of it is tried. */
function logsWith(
  type: string,
): fc.Arbitrary<{ log: HarnessEvent[]; place: number }> {
  return legalLog()
    .map((log) => ({
      log,
      place: log.findIndex((event) => event.type === type),
    }))
    .filter(({ log, place }) => place !== -1 && log.length > 1);
}

describe("the judge of logs", () => {
  const needed = [
    "session.started",
    "run.started",
    "user.message",
    "model.requested",
    "model.responded",
    "assistant.started",
    "assistant.completed",
    "tool.requested",
    "approval.required",
    "approval.resolved",
    "tool.completed",
    "tool.failed",
    "tool.denied",
    "run.completed",
    "run.failed",
    "run.cancelled",
  ];

  it.each(needed)("misses %s when it was left out", (type) => {
    fc.assert(
      fc.property(logsWith(type), ({ log, place }) => {
        expect(checkLegal(numbered(log.toSpliced(place, 1)))).not.toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it.each([...needed, "skill.requested", "tool.started"])(
    "notices %s when it is told twice",
    (type) => {
      fc.assert(
        fc.property(logsWith(type), ({ log, place }) => {
          expect(
            checkLegal(numbered(log.toSpliced(place, 0, log[place]!))),
          ).not.toEqual([]);
        }),
        { numRuns: 25 },
      );
    },
  );

  it("notices a hole, a repeated number and another session", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        fc.pre(log.length > 2);
        expect(checkLegal(log.toSpliced(1, 1)).join()).toContain(
          "sequence is 3 and not 2",
        );
        expect(checkLegal([...log, log.at(-1)!]).join()).toContain(
          "was used before",
        );
        const [first, ...rest] = log;
        expect(
          checkLegal([
            { ...first!, sessionId: "ses_1111111111111111" },
            ...rest,
          ]).join(),
        ).toContain("another session");
      }),
      { numRuns: 25 },
    );
  });

  it("notices text that its deltas do not give", () => {
    fc.assert(
      fc.property(logsWith("assistant.completed"), ({ log, place }) => {
        const event = log[place]!;
        if (event.type !== "assistant.completed") return;
        const wrong = {
          ...event,
          payload: { ...event.payload, text: `${event.payload.text}!` },
        };
        expect(checkLegal(log.with(place, wrong)).join()).toContain(
          "its text is not what its deltas give",
        );
      }),
      { numRuns: 25 },
    );
  });

  it("notices a call that starts before it was approved", () => {
    fc.assert(
      fc.property(logsWith("approval.resolved"), ({ log, place }) => {
        const event = log[place]!;
        if (
          event.type !== "approval.resolved" ||
          event.payload.status !== "approved"
        )
          return;
        const { toolCallId } = event.payload;
        const start = log.findIndex(
          (other, index) =>
            index > place &&
            other.type === "tool.started" &&
            other.payload.toolCallId === toolCallId,
        );
        if (start === -1) return;
        const moved = log.toSpliced(start, 1).toSpliced(place, 0, log[start]!);
        expect(checkLegal(numbered(moved)).join()).toContain(
          "nobody approved it",
        );
      }),
      { numRuns: 100 },
    );
  });

  it("notices anything of a run after its end", () => {
    fc.assert(
      fc.property(logsWith("run.completed"), ({ log, place }) => {
        const { runId } = log[place]!;
        const late = anEvent({
          type: "run.retrying",
          ...(runId === undefined ? {} : { runId }),
        });
        expect(
          checkLegal(numbered(log.toSpliced(place + 1, 0, late))).join(),
        ).toContain("is not active");
      }),
      { numRuns: 25 },
    );
  });

  it("notices a run without an end, unless the log may be unfinished", () => {
    fc.assert(
      fc.property(logsWith("run.completed"), ({ log, place }) => {
        const cut = log.slice(0, place);
        expect(checkLegal(cut).join()).toContain("has no end");
        expect(checkLegal(cut, { unfinished: true })).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
