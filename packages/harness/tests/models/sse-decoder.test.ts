import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encodeSse,
  SseDecoder,
  type SseEvent,
} from "../../src/models/wire/sse-decoder.ts";

function decode(bytes: Uint8Array, places: readonly number[]): SseEvent[] {
  const decoder = new SseDecoder();
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))];
  cuts.sort((a, b) => a - b);
  const events = [0, ...cuts].flatMap((from, index) =>
    decoder.push(bytes.subarray(from, cuts[index] ?? bytes.length)),
  );
  return [...events, ...decoder.end()];
}

describe("the decoder of server-sent events", () => {
  it("reads the same events wherever the bytes are cut", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 20 });
    const event = fc.record({
      name: fc.option(fc.constantFrom("ping", "message_start")),
      data: line,
      end: fc.constantFrom("\n", "\r", "\r\n"),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 8 }),
        fc.array(fc.nat({ max: 1000 }), { maxLength: 20 }),
        (events, places) => {
          const text = events
            .map(
              ({ name, data, end }) =>
                `${name === null ? "" : `event: ${name}${end}`}data: ${JSON.stringify(data)}${end}: comment${end}${end}`,
            )
            .join("");
          expect(decode(new TextEncoder().encode(text), places)).toEqual(
            events.map(({ name, data }) => ({
              name: name ?? undefined,
              data: JSON.stringify(data),
            })),
          );
        },
      ),
    );
  });

  it("reads back what is encoded, line separators in it included", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const encoded = encodeSse("x", { text: `${text}\u2028\u2029\u0085` });
        expect(encoded).not.toMatch(/[\u2028\u2029\u0085\r]/);
        const [event] = decode(new TextEncoder().encode(encoded), []);
        expect(JSON.parse(event?.data ?? "")).toEqual({
          text: `${text}\u2028\u2029\u0085`,
        });
      }),
    );
  });

  it("joins data lines, and gives an event that only lacks its blank line", () => {
    expect(decode(new TextEncoder().encode("data: a\ndata:b"), [])).toEqual([
      { name: undefined, data: "a\nb" },
    ]);
  });
});
