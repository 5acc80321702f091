import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { steadyLine, steadyProse } from "../src/ui/markdown/steady-text.ts";

describe("the end of a text that is being written", () => {
  it.each(["-", "##", "1.", "12", "```", "```js", "|", "***", "=", "> "])(
    "holds %j back until it can be told what it is",
    (line) => expect(steadyLine(line)).toBe(""),
  );

  it.each(["- a", "# T", "1. a", "a | b", "words"])("shows %j", (line) =>
    expect(steadyLine(line)).toBe(line),
  );

  it.each([
    ["some **bold", "some **bold**"],
    ["some **bold** and *it", "some **bold** and *it*"],
    ["some **", "some "],
    ["see `co", "see `co`"],
    ["see ``a`b", "see ``a`b``"],
    ["see `", "see "],
    ["a ~~gone", "a ~~gone~~"],
    ["a [link](https://exam", "a link"],
    ["a [link", "a link"],
    ["a [link](https://example.org) b", "a [link](https://example.org) b"],
    ["an ![image](http://x", "an "],
    ["snake_case and 2 * 3", "snake_case and 2 * 3"],
    ["- [ ] task **b", "- [ ] task **b**"],
    ["**a\n\nb", "**a\n\nb"],
    ["words\n| a | b |", "words"],
    ["| a | b |\n|--", ""],
    ["1 \\* 2 **c", "1 \\* 2 **c**"],
  ])("shows %j as %j", (raw, shown) => expect(steadyProse(raw)).toBe(shown));

  it("never fails, and only touches the end", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "*",
            "**",
            "_",
            "`",
            "``",
            "[",
            "](",
            ")",
            "\\",
            " ",
            "\n",
            "\n\n",
            "- ",
            "|",
            "a",
            "b c",
            "~~",
            "!",
          ),
          { maxLength: 60 },
        ),
        (pieces) => {
          const raw = pieces.join("");
          const shown = steadyProse(raw);
          expect(typeof shown).toBe("string");
          const paragraphs = raw.split("\n\n");
          if (paragraphs.length > 2 && !raw.includes("|")) {
            expect(shown.startsWith(paragraphs[0] ?? "")).toBe(true);
          }
        },
      ),
    );
  });
});
