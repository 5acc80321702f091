import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFrameDecoder } from "../src/index.ts";

const decode = (...pieces: string[]) => {
  const decoder = createFrameDecoder();
  return pieces.flatMap((piece) => decoder.push(piece));
};
const message = (data: string) => ({
  kind: "event",
  id: null,
  event: "message",
  data,
});

describe("the frame decoder", () => {
  it("takes LF, CR and CRLF as ends of lines", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      expect(decode(`event: a${end}data: 1${end}data: 2${end}${end}`)).toEqual([
        { kind: "event", id: null, event: "a", data: "1\n2" },
      ]);
    }
  });

  it("takes a CRLF that is split over two pieces as one end", () => {
    expect(decode("data: 1\r", "\n", "\r", "\ndata: 2\n\n")).toEqual([
      message("1"),
      message("2"),
    ]);
  });

  it("passes over one byte order mark at the start and no other", () => {
    expect(decode("\uFEFFdata: 1\n\n\uFEFFdata: 2\n\n")).toEqual([
      message("1"),
    ]);
    expect(decode("", "\uFEFF", "data: 1\n\n")).toEqual([message("1")]);
  });

  it("takes away one space after the colon and no more", () => {
    expect(decode("data:x\n\n", "data:  x\n\n", "data: x \n\n")).toEqual([
      message("x"),
      message(" x"),
      message("x "),
    ]);
  });

  it("passes over unknown fields, and takes a line without a colon as a field without a value", () => {
    expect(decode("foo: bar\ndata\ndata\n\n")).toEqual([message("\n")]);
  });

  it("says when a comment arrives", () => {
    expect(decode(": heartbeat\n\n", ":\n")).toEqual([
      { kind: "comment", text: "heartbeat" },
      { kind: "comment", text: "" },
    ]);
  });

  it("fires nothing without data, and remembers the id all the same", () => {
    const decoder = createFrameDecoder();
    expect(decoder.push("id: 3\nevent: a\n\n")).toEqual([]);
    expect(decoder.lastEventId()).toBe("3");
    expect(decoder.push("data: 1\n\n")).toEqual([message("1")]);
    expect(decoder.lastEventId()).toBe("3");
  });

  it("forgets the id at an empty one, and passes over one with NUL", () => {
    const decoder = createFrameDecoder();
    decoder.push("id: 3\ndata: 1\n\nid: 4\0\ndata: 2\n\n");
    expect(decoder.lastEventId()).toBe("3");
    decoder.push("id\ndata: 3\n\n");
    expect(decoder.lastEventId()).toBe("");
  });

  it("counts an id only once its frame is whole", () => {
    const decoder = createFrameDecoder();
    decoder.push("id: 3\ndata: 1\n");
    expect(decoder.lastEventId()).toBe("");
  });

  it("never returns the last event without its blank line", () => {
    expect(decode("data: 1\n\ndata: 2\n")).toEqual([message("1")]);
  });

  it("gives the same however a text is cut", () => {
    const piece = fc.constantFrom(
      "data: a",
      "event: b",
      "id: 1",
      ": c",
      "retry: 5",
      "\n",
      "\r",
      "\r\n",
      "\n\n",
      "\u2028",
      ":",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        expect(decode(...Array.from(text))).toEqual(decode(text));
        expect(decode(...pieces)).toEqual(decode(text));
      }),
    );
  });
});
