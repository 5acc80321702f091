import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeInvisible } from "../src/ui/escape-invisible.ts";

const shown = (text: string) =>
  escapeInvisible(text)
    .map((piece) => piece.text)
    .join("");

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

  it("leaves ordinary text of any script, its lines and its tabs alone", () => {
    const text = "账户总结\n\tROAS 2.1 – עברית 🚀 é";
    expect(escapeInvisible(text)).toEqual([{ text, escaped: false }]);
  });

  it("marks what is an escape, so that typed backslashes can't be mistaken for one", () => {
    expect(escapeInvisible("\\u{202E}\u202E")).toEqual([
      { text: "\\u{202E}", escaped: false },
      { text: "\\u{202E}", escaped: true },
    ]);
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
