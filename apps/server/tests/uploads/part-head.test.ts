import { describe, expect, it } from "vitest";
import { parseFileHead } from "../../src/uploads/part-head.ts";

const nameOf = (parameters: string) =>
  parseFileHead([`content-disposition: form-data; name=f; ${parameters}`]).name;

describe("the name of a file", () => {
  it.each<[string, string, string]>([
    ["plain", 'filename="a b.png"', "a b.png"],
    ["empty", 'filename=""', ""],
    ["in any script", 'filename="ملف 🧾 文件.png"', "ملف 🧾 文件.png"],
    ["with a quote, as browsers write it", 'filename="a%22b.png"', 'a"b.png'],
    [
      "with a quote, as others write it",
      String.raw`filename="a\"b.png"`,
      'a"b.png',
    ],
    ["with line ends", 'filename="a%0D%0aX: 1.png"', "a\r\nX: 1.png"],
    [
      "with other escapes, which are none",
      'filename="100%25.png"',
      "100%25.png",
    ],
    ["with folders", 'filename="../../evil.png"', "../../evil.png"],
    [
      "with folders of Windows",
      String.raw`filename="..\..\evil.png"`,
      String.raw`..\..\evil.png`,
    ],
    ["with a direction", 'filename="\u202egnp.exe"', "\u202egnp.exe"],
    ["with a zero", 'filename="a\u0000b.png"', "a\u0000b.png"],
    ["of a mail program", 'filename="=?UTF-8?B?YQ==?="', "=?UTF-8?B?YQ==?="],
    ["extended", "filename*=UTF-8''%e2%82%ac%20a.png", "€ a.png"],
    ["extended beside plain", "filename=a; filename*=utf-8'en'%C3%BC", "ü"],
    ["extended and wrong", "filename=a; filename*=utf-8''%FF", "a"],
    ["extended in another alphabet", "filename=a; filename*=big5''b", "a"],
    ["extended with folders", "filename*=UTF-8''..%2Fevil.png", "../evil.png"],
  ])("may be %s", (_, parameters, name) => {
    expect(nameOf(parameters)).toBe(name);
  });

  it("is well-formed text, whatever the bytes were", () => {
    const bytes = Buffer.from([0x22, 0xed, 0xa0, 0x80, 0xff, 0x22]);
    const name = nameOf(`filename=${bytes.toString("utf8")}`);
    expect(name.isWellFormed()).toBe(true);
    expect(name).toMatch(/^\ufffd+$/);
  });
});
