import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  RETRY_FRAME,
  createFrameDecoder,
  encodeComment,
  encodeEventFrame,
  encodeSignalFrame,
} from "../src/index.ts";
import type { HarnessEvent, SseFrame } from "../src/index.ts";
import { anEvent, legalLog } from "../src/testing/index.ts";

interface Row {
  readonly id: string;
  readonly group: string;
  readonly name: string;
}

const rows = (
  JSON.parse(
    readFileSync(
      new URL("../../../fixtures/security/sse-cases.json", import.meta.url),
      "utf8",
    ),
  ) as Row[]
).filter(({ group }) => group === "format");

const decode = (text: string): SseFrame[] => createFrameDecoder().push(text);
const eventsOf = (text: string) =>
  decode(text).filter((frame) => frame.kind === "event");
const titled = (title: string) =>
  anEvent({ type: "session.updated", payload: { title } });

/** Cuts a text at the given places, which need not be in order. */
function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [
    ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const FORMAT_CASES: Readonly<Record<string, () => void>> = {
  "sse-001": () => {
    expect(() => encodeSignalFrame("a\r\ndata: evil", {})).toThrow(TypeError);
    const forged = {
      ...titled("x"),
      type: "a\ndata: evil",
    } as unknown as HarnessEvent;
    expect(() => encodeEventFrame(forged)).toThrow(TypeError);
  },
  "sse-002": () => {
    expect(() =>
      encodeEventFrame({ ...titled("x"), eventId: "1\n\ndata: evil" }),
    ).toThrow(TypeError);
    expect(() => encodeEventFrame({ ...titled("x"), eventId: "1\0" })).toThrow(
      TypeError,
    );
  },
  "sse-004": () => {
    expect(eventsOf(encodeSignalFrame("note", "a\rdata: b"))).toEqual([
      { kind: "event", id: null, event: "note", data: "a\ndata: b" },
    ]);
    expect(eventsOf(encodeSignalFrame("note", "a\r\nb\n\nc"))[0]?.data).toBe(
      "a\nb\n\nc",
    );
  },
  "sse-005": () => {
    for (const text of ["a\nb", "a\rb", "a\0b"])
      expect(() => encodeComment(text)).toThrow(TypeError);
  },
  "sse-007": () => {
    const [frame, ...rest] = eventsOf(
      encodeEventFrame(titled("a\u2028b\u0085c\u2029d")),
    );
    expect(rest).toEqual([]);
    expect(JSON.parse(frame?.data ?? "")).toMatchObject({
      payload: { title: "a\u2028b\u0085c\u2029d" },
    });
  },
  "sse-008": () => {
    const frame = encodeEventFrame(titled("\ud800"));
    expect(frame).toContain("\\ud800");
    expect(frame.isWellFormed()).toBe(true);
  },
  "sse-010": () => {
    const text = "x".repeat(8 * 1024 * 1024);
    const frame =
      encodeEventFrame(titled(text)) + encodeEventFrame(titled("next"));
    const decoder = createFrameDecoder();
    const frames = cutAt(frame, [1000, 2_000_000, 7_000_000]).flatMap((piece) =>
      decoder.push(piece),
    );
    expect(
      frames.map((each) =>
        each.kind === "event" ? each.data.length > text.length : null,
      ),
    ).toEqual([true, false]);
  },
  "sse-011": () => {
    expect(RETRY_FRAME).toBe("retry: 1000\n\n");
    expect(decode(RETRY_FRAME)).toEqual([{ kind: "retry", retryMs: 1000 }]);
    for (const value of ["1e3", "-1", "", " 5 ", "0x10", "1.5"])
      expect(decode(`retry: ${value}\n\n`)).toEqual([]);
  },
  "sse-013": () => {
    expect(decode("id: 7\ndata:\n\n")).toEqual([
      { kind: "event", id: "7", event: "message", data: "" },
    ]);
  },
};

describe("frames", () => {
  it.each(rows)("hold against $id, $name", ({ id }) => {
    const check = FORMAT_CASES[id];
    expect(check).toBeDefined();
    check?.();
  });

  it("have the three lines of the protocol", () => {
    const event = titled("x");
    expect(encodeEventFrame(event)).toBe(
      `id: ${event.eventId}\nevent: session.updated\ndata: ${JSON.stringify(event)}\n\n`,
    );
  });

  it("carry no id for a signal", () => {
    const data = { reason: "gap", oldestSequence: 5, latestSequence: 9 };
    expect(encodeSignalFrame("stream.reset", data)).toBe(
      `event: stream.reset\ndata: ${JSON.stringify(data)}\n\n`,
    );
  });

  it("[S10] keep a lone carriage return in text from making fields of its own", () => {
    const text =
      'ok\revent: approval\rid: 999\rdata: {"approved":true}\rretry: 1';
    const frames = decode(encodeEventFrame(titled(text)));
    expect(frames).toHaveLength(1);
    expect(frames[0]).toMatchObject({
      kind: "event",
      event: "session.updated",
      id: titled("").eventId,
    });
    expect(eventsOf(encodeSignalFrame("note", text))).toEqual([
      {
        kind: "event",
        id: null,
        event: "note",
        data: text.replaceAll("\r", "\n"),
      },
    ]);
  });

  it("keep line and paragraph separators in text from splitting an event", () => {
    const text = "line\u2028sep\u2029para\u0085nel\u000bvt";
    const [first, last] = eventsOf(
      encodeEventFrame(titled(text)) +
        encodeEventFrame(anEvent({ type: "run.completed", sequence: 2 })),
    );
    expect(JSON.parse(first?.data ?? "")).toEqual(titled(text));
    expect(last?.event).toBe("run.completed");
  });

  it("give back any log, cut at any places, with comments in between", () => {
    fc.assert(
      fc.property(legalLog(), fc.array(fc.nat()), (log, places) => {
        const text =
          RETRY_FRAME +
          log
            .map(
              (event) => encodeEventFrame(event) + encodeComment("heartbeat"),
            )
            .join("");
        const decoder = createFrameDecoder();
        const frames = cutAt(text, places).flatMap((piece) =>
          decoder.push(piece),
        );
        const events = frames.flatMap((frame) =>
          frame.kind === "event" ? [frame] : [],
        );
        expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(
          log,
        );
        expect(events.map(({ id }) => id)).toEqual(
          log.map(({ eventId }) => eventId),
        );
        expect(frames.filter(({ kind }) => kind === "comment")).toHaveLength(
          log.length,
        );
        expect(decoder.lastEventId()).toBe(log.at(-1)?.eventId);
      }),
      { numRuns: 50 },
    );
  });

  it("give back any text of a signal line by line", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("a", "\r", "\n", "\r\n", ": ", "data", "\u2028", ""),
        ),
        (pieces) => {
          const text = pieces.join("");
          const [frame] = eventsOf(encodeSignalFrame("note", text));
          expect(frame?.data).toBe(text.replaceAll(/\r\n|\r/g, "\n"));
        },
      ),
    );
  });
});
