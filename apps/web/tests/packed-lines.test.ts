import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HarnessEvent } from "@agent-studio/shared";
import { createEventWriter, legalLog } from "@agent-studio/shared/testing";
import { packLines, unpackLines } from "../src/client/packed-lines.ts";

const linesOf = (events: readonly HarnessEvent[]) =>
  events.map((event) => JSON.stringify(event));

function writing(count: number): readonly HarnessEvent[] {
  const writer = createEventWriter();
  writer.write("session.started", { labId: "ads-report", title: "Ads" });
  const payload = { messageId: "msg_1", part: 0, channel: "text" } as const;
  for (let index = 0; index < count; index += 1) {
    writer.write(
      "assistant.delta",
      { ...payload, delta: `${index}\n~ "` },
      { runId: "run_1" },
    );
  }
  return writer.events;
}

describe("packed lines", () => {
  it("give back exactly the lines of any log", () => {
    fc.assert(
      fc.property(legalLog(), (log) => {
        expect(unpackLines(packLines(log))).toEqual(linesOf(log));
      }),
    );
  });

  it("give back what breaks their pattern: other identifiers, times, fields and orders of fields", () => {
    const [start, ...deltas] = writing(12);
    const changed = deltas.map((event, index) => {
      switch (index) {
        case 3:
          return { ...event, eventId: "evt_other" };
        case 5:
          return { ...event, timestamp: "2026-01-05T08:00:00Z" };
        case 7:
          return { ...event, more: 1 };
        case 9: {
          const { type, ...rest } = event;
          return { type, ...rest } as HarnessEvent;
        }
        default:
          return event;
      }
    });
    const log = [start, ...changed].filter((event) => event !== undefined);
    expect(unpackLines(packLines(log))).toEqual(linesOf(log));
  });

  it("take little room for what is written piece by piece", () => {
    const log = writing(500);
    const plain = linesOf(log).join("\n").length;
    expect(packLines(log).length).toBeLessThan(plain / 8);
  });
});
