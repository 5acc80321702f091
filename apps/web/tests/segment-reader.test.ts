import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSegmentReader } from "../src/ui/markdown/segment-reader.ts";
import type { Segment } from "../src/ui/markdown/segment.ts";

const split = (text: string): readonly Segment[] =>
  createSegmentReader().read(text, false).segments;

const shapeOf = (text: string) =>
  split(text).map((segment) => {
    if (segment.kind === "prose") return segment.raw;
    if (segment.kind === "code")
      return [`code ${segment.info}`, segment.pieces.join("\n")];
    return ["table", segment.head, segment.groups.join("\n")];
  });

const LINES = fc.constantFrom(
  "",
  "words and more words",
  "# Title",
  "- item",
  "  - nested item",
  "1. first",
  "7. seventh",
  "> quoted",
  "```js",
  "```",
  "~~~",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "---",
  "    indented",
  "[k]: https://example.org/x",
  "**bold** and `code`",
);
const TEXT = fc
  .array(LINES, { maxLength: 40 })
  .map((lines) => lines.join("\n"));

describe("an answer in segments", () => {
  it("is paragraphs, headings, lists, quotations, code and tables, each by itself", () => {
    expect(
      shapeOf(
        "# Title\nwords\nmore\n\n- one\n- two\n\n  of two\n> said\n```js\nlet a;\n\n```\n| a |\n|---|\n| 1 |\n\nend",
      ),
    ).toEqual([
      "# Title",
      "words\nmore",
      "- one\n- two\n\n  of two",
      "> said",
      ["code js", "let a;\n"],
      ["table", "| a |\n|---|", "| 1 |"],
      "end",
    ]);
  });

  it("keeps code that is never closed, and a fence inside a list with its list", () => {
    expect(shapeOf("```\na\n# b")).toEqual([["code ", "a\n# b"]]);
    expect(shapeOf("- a\n  ```\n  b\n  ```\n- c")).toEqual([
      "- a\n  ```\n  b\n  ```\n- c",
    ]);
  });

  it("is the same however it comes in", () => {
    fc.assert(
      fc.property(TEXT, fc.array(fc.nat(60)), (text, cuts) => {
        const reader = createSegmentReader();
        let length = 0;
        for (const cut of cuts) {
          length = Math.min(text.length, length + cut);
          reader.read(text.slice(0, length), true);
        }
        expect(reader.read(text, false)).toEqual(
          createSegmentReader().read(text, false),
        );
      }),
    );
  });

  it("answers the same objects for what is done, and loses no line that is not blank", () => {
    fc.assert(
      fc.property(TEXT, fc.nat(), (text, at) => {
        const reader = createSegmentReader();
        const early = reader.read(text.slice(0, at % (text.length + 1)), true);
        const late = reader.read(text, true);
        // The last two may still change: a paragraph turns out to be a table's heading.
        for (const [index, segment] of early.segments.slice(0, -1).entries()) {
          expect(late.segments[index]).toBe(segment);
        }
        const kept = JSON.stringify(split(text));
        for (const line of text.split("\n")) {
          const isMark = /^(?:`{3}|~{3})/.test(line.trim());
          if (line.trim() !== "" && !isMark) {
            expect(kept).toContain(JSON.stringify(line).slice(1, -1));
          }
        }
      }),
    );
  });

  it("cuts what is long into pieces, with numbers that go on", () => {
    const list = Array.from({ length: 400 }, (_, n) => `${n + 1}. item ${n}`);
    const segments = split(list.join("\n"));
    expect(segments.length).toBeGreaterThan(1);
    let count = 1;
    for (const segment of segments) {
      if (segment.kind !== "prose") throw new Error(segment.kind);
      expect(segment.start ?? 1).toBe(count);
      count += segment.raw.split("\n").length;
    }
    const words = split("word ".repeat(20_000));
    expect(words.length).toBeGreaterThan(10);
    const code = split(`\`\`\`\n${"x\n\n".repeat(5_000)}\`\`\``)[0];
    if (code?.kind !== "code") throw new Error("no code");
    expect(code.pieces.length).toBeGreaterThan(50);
    expect(code.pieces.join("\n")).toBe("x\n\n".repeat(5_000).slice(0, -1));
    // A piece that ended with an empty line would lose it on the page.
    expect(
      code.pieces.slice(0, -1).every((piece) => !piece.endsWith("\n")),
    ).toBe(true);
  });

  it("finds the targets of labels, and no more than it can hold", () => {
    const { links } = createSegmentReader().read(
      `[a b]: https://example.org/a "t"\n\n[^1]: https://example.org/note\n\n${Array.from({ length: 400 }, (_, n) => `[l${n}]: https://example.org/${n}`).join("\n")}`,
      false,
    );
    expect(links["a b"]).toEqual({ href: "https://example.org/a", title: "" });
    expect(links["^1"]).toBeUndefined();
    expect(Object.keys(links)).toHaveLength(200);
  });
});
