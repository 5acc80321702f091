import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeInvisible } from "../src/ui/escape-invisible.ts";

const shown = (text: string) =>
  escapeInvisible(text)
    .map((piece) => piece.text)
    .join("");
const mixed = (text: string) =>
  escapeInvisible(text)
    .filter((piece) => piece.mixed === true)
    .map((piece) => piece.text);

/** Every character that must never be drawn as itself. */
const HIDDEN: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe0fff],
  [0xfe00, 0xfe0f],
  [0x00ad, 0x00ad],
  [0x180e, 0x180e],
  [0x3164, 0x3164],
  [0x115f, 0x115f],
];

describe("text of others", () => {
  it("shows characters that turn the direction of others", () => {
    expect(shown("user\u202Egpj.exe")).toBe("user\\u{202E}gpj.exe");
    expect(shown("a\u2066b\u2069")).toBe("a\\u{2066}b\\u{2069}");
  });

  it("shows what can't be seen: zero widths, controls, tags, halves of characters", () => {
    expect(shown("pay\u200Bpal")).toBe("pay\\u{200B}pal");
    expect(shown("a\u0000\u001B[2J\u0085")).toBe(
      "a\\u{0000}\\u{001B}[2J\\u{0085}",
    );
    expect(shown("\u{E0041}\uFEFF\u00AD\u3164\u115F")).toBe(
      "\\u{E0041}\\u{FEFF}\\u{00AD}\\u{3164}\\u{115F}",
    );
    expect(shown("x\uD800y")).toBe("x\\u{D800}y");
  });

  it("shows each character of the table as its number, wherever it stands", () => {
    const point = fc.oneof(
      ...HIDDEN.map(([min, max]) => fc.integer({ min, max })),
    );
    fc.assert(
      fc.property(point, fc.string(), fc.string(), (hidden, before, after) => {
        const name = `\\u{${hidden.toString(16).toUpperCase().padStart(4, "0")}}`;
        const text = `${before}a${String.fromCodePoint(hidden)}${after}`;
        expect(escapeInvisible(text)).toContainEqual({
          text: name,
          escaped: true,
        });
      }),
    );
  });

  it("leaves ordinary text of any script, its lines and its tabs alone", () => {
    const text = "账户总结\n\tROAS 2.1 – עברית 🚀 é";
    expect(escapeInvisible(text)).toEqual([{ text, escaped: false }]);
  });

  it("leaves the style of an emoji alone, and shows the same character elsewhere", () => {
    expect(shown("❤\uFE0F 1\uFE0F\u20E3")).toBe("❤\uFE0F 1\uFE0F\u20E3");
    expect(shown("a\uFE0F 1\uFE0F ❤\uFE0E")).toBe(
      "a\\u{FE0F} 1\\u{FE0F} ❤\\u{FE0E}",
    );
  });

  it("marks what is an escape, so that typed backslashes can't be mistaken for one", () => {
    expect(escapeInvisible("\\u{202E}\u202E")).toEqual([
      { text: "\\u{202E}", escaped: false },
      { text: "\\u{202E}", escaped: true },
    ]);
  });

  it("marks words whose letters come from several alphabets, and no others", () => {
    expect(mixed("pаypal.com and аррӏе")).toEqual(["pаypal"]);
    expect(mixed("Ωmega αlpha")).toEqual(["Ωmega", "αlpha"]);
    expect(
      mixed("слово word AI助手 カタカナかな ROAS值 한국어KR é ﬁ עברית"),
    ).toEqual([]);
  });

  it("loses nothing: every piece that is no escape is the text itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const back = escapeInvisible(text)
          .map((piece) =>
            piece.escaped
              ? String.fromCodePoint(
                  Number.parseInt(piece.text.slice(3, -1), 16),
                )
              : piece.text,
          )
          .join("");
        expect(back).toBe(text);
      }),
    );
  });
});
