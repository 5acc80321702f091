import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ThinkTags, type TextPiece } from "../../src/agent/think-tags.ts";

function split(pieces: readonly string[], hold = 0): TextPiece[] {
  const tags = new ThinkTags(hold);
  return [...pieces.flatMap((piece) => tags.push(piece)), ...tags.end()];
}

const joined = (pieces: readonly TextPiece[]): Record<string, string> =>
  pieces.reduce(
    (sum, { channel, text }) => ({ ...sum, [channel]: sum[channel] + text }),
    { text: "", reasoning: "" },
  );

const token = fc.constantFrom(
  "<think>",
  "</think>",
  "a",
  " ",
  "\n",
  "<",
  "</th",
  "`",
);

describe("reasoning between tags", () => {
  it("is found the same wherever the text is cut", () => {
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 12 }),
        fc.constantFrom(0, 5, 200),
        (tokens, hold) => {
          const text = tokens.join("");
          const whole = joined(split([text], hold));
          if (hold === 0 || text.length <= hold)
            expect(joined(split(Array.from(text), hold))).toEqual(whole);
        },
      ),
    );
  });

  it("loses no letter", () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const letters = (text: string): number => text.split("a").length;
        const { text = "", reasoning = "" } = joined(split(tokens, 200));
        expect(letters(reasoning + text)).toBe(letters(tokens.join("")));
      }),
    );
  });

  it("is held back only at the beginning, and let out as text when asked", () => {
    const tags = new ThinkTags(200);
    expect(tags.push("Hello")).toEqual([]);
    expect(tags.isHolding).toBe(true);
    expect(tags.release()).toEqual([{ channel: "text", text: "Hello" }]);
    expect(tags.push("</think>")).toEqual([
      { channel: "text", text: "</think>" },
    ]);
  });
});
