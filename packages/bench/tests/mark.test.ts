import fc from "fast-check";
import { expect, it } from "vitest";
import { createMarkScanner, formatMark } from "../src/stream/mark.ts";

function marksIn(pieces: readonly Buffer[]): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const scan = createMarkScanner((number, timeUs) =>
    found.push([number, timeUs]),
  );
  pieces.forEach(scan);
  return found;
}

it("finds every mark, however the stream is cut", () => {
  const marks = fc.array(
    fc.tuple(
      fc.nat({ max: 999_999_999 }),
      fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(marks, fc.array(fc.nat({ max: 60 })), (written, cuts) => {
      const text = written
        .map(([number, timeUs]) => `data: ${formatMark(number, timeUs)} text\n`)
        .join("\n");
      let rest = Buffer.from(text);
      const pieces = cuts.map((length) => {
        const piece = rest.subarray(0, length);
        rest = rest.subarray(length);
        return piece;
      });
      expect(marksIn([...pieces, rest])).toEqual(written);
    }),
  );
});

it("skips what only begins like a mark", () => {
  const broken = `~12 ${formatMark(7, 9)} ~ and ~${"x".repeat(30)}`;
  expect(marksIn([Buffer.from(broken)])).toEqual([[7, 9]]);
});
