import { describe, expect, it } from "vitest";
import { readPaste } from "../../src/ui/attachments/pasted-files.ts";

const image = new File(["x"], "image.png", { type: "image/png" });
const paste = (files: readonly File[], texts: Record<string, string> = {}) =>
  readPaste({ files, getData: (type) => texts[type] ?? "" });

describe("a paste", () => {
  it("of an image alone is attached, also one copied from a page", () => {
    expect(paste([image]).files).toEqual([image]);
    const html = { "text/html": '<img src="x">' };
    expect(paste([image], html)).toEqual({ files: [image], keepsText: false });
  });

  it("of text alone is left to the field", () => {
    expect(paste([], { "text/plain": "hello" }).files).toEqual([]);
  });

  it("of cells, which come with a picture of them, means the text", () => {
    const cells = { "text/plain": "1\t2", "text/html": "<table></table>" };
    expect(paste([image], cells)).toEqual({ files: [], keepsText: true });
    const rich = { "text/plain": "words", "text/rtf": "{}" };
    expect(paste([image], rich)).toEqual({ files: [], keepsText: true });
  });

  it("of files, which come with their names, means the files", () => {
    const named = { "text/plain": "/home/me/image.png\r\n" };
    expect(paste([image], named)).toEqual({ files: [image], keepsText: false });
  });

  it("of both takes both", () => {
    const both = { "text/plain": "look at this" };
    expect(paste([image], both)).toEqual({ files: [image], keepsText: true });
  });
});
