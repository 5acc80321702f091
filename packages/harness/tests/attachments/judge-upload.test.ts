import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AttachmentError } from "../../src/attachments/attachment-error.ts";
import {
  displayName,
  extensionOf,
} from "../../src/attachments/attachment-name.ts";
import { FILE_KINDS } from "../../src/attachments/image-format.ts";
import { identify } from "../../src/attachments/image-signature.ts";
import { judgeUpload } from "../../src/attachments/judge-upload.ts";

const hex = (text: string): Buffer =>
  Buffer.from(text.replaceAll(" ", ""), "hex");
const ftyp = (brand: string, ...compatible: string[]): Buffer => {
  const brands = Buffer.from(`${brand}\0\0\0\0${compatible.join("")}`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + brands.length);
  return Buffer.concat([length, Buffer.from("ftyp"), brands]);
};
const PNG = hex("89504e470d0a1a0a 0000000d49484452");
const JPEG = hex("ffd8ffe000104a464946");
const GIF = Buffer.from("GIF89a..........");
const WEBP = Buffer.from("RIFF\0\0\0\0WEBPVP8 ");
const HEIC = hex("00000020667479706865696300000000 6d6966314d6948456d696166");

describe("the first bytes", () => {
  it.each([
    ["png", PNG],
    ["jpeg", JPEG],
    ["gif", GIF],
    ["gif", Buffer.from("GIF87a")],
    ["webp", WEBP],
    ["heic", HEIC],
    ["heic", ftyp("mif1", "heic")],
    ["heic", ftyp("hevc")],
    ["avif", ftyp("avif", "mif1")],
    ["avif", ftyp("mif1", "avif")],
    ["raw", ftyp("crx ")],
    ["video", ftyp("isom", "mp42")],
    ["audio", Buffer.from("RIFF\0\0\0\0WAVE")],
    ["tiff", hex("49492a00 08000000")],
    ["tiff", hex("4d4d002a 00000008")],
    ["bmp", Buffer.from("BM6\0\0\0")],
    ["psd", Buffer.from("8BPS")],
    ["pdf", Buffer.from("%PDF-1.7")],
    ["eps", Buffer.from("%!PS-Adobe-3.0 EPSF-3.0")],
    ["hdr", Buffer.from("#?RADIANCE\n")],
    ["jxl", hex("ff0a")],
    ["jp2", hex("0000000c6a5020200d0a870a")],
    ["ico", hex("00000100 0100")],
    ["zip", hex("504b0304")],
    ["office", Buffer.from("PK\u0003\u0004 word/document.xml")],
    ["html", Buffer.from("<!doctype html><p>404</p>")],
    ["html", Buffer.from("<html><svg></svg>")],
    ["svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["svg", Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- x -->\n<svg >')],
    ["svg", Buffer.from("\uFEFF<svg/>", "utf16le")],
    ["xml", Buffer.from("<?xml version='1.0'?><a/>")],
    ["pnm", Buffer.from("P6\n1 1\n255\n")],
    ["unknown", Buffer.from("hello")],
    ["unknown", Buffer.alloc(0)],
  ])("tell %s", (kind, bytes) => {
    expect(identify(bytes)).toBe(kind);
  });

  it("are told to be something, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(Object.keys(FILE_KINDS)).toContain(identify(bytes));
      }),
    );
  });
});

describe("a file", () => {
  it.each([
    ["a.png", "image/png", PNG],
    ["a.png", undefined, PNG],
    ["a", "application/octet-stream", PNG],
    ["photo.png.exe", "IMAGE/PNG; charset=x", PNG],
    ["a.txt", "", PNG],
    ["a.jpg", "image/jpg", JPEG],
    ["a.JPEG", "image/pjpeg", JPEG],
    ["a.gif", "image/gif", GIF],
    ["a.webp", "image/*", WEBP],
  ])("is taken: %s as %s", (name, mediaType, bytes) => {
    expect(judgeUpload({ name, mediaType }, bytes)).toBe(identify(bytes));
  });

  it.each([
    ["a.png", "image/jpeg", PNG, "IMAGE_SIGNATURE_MISMATCH"],
    ["a.jpg", undefined, PNG, "IMAGE_SIGNATURE_MISMATCH"],
    ["a.jpg", "image/png", PNG, "IMAGE_SIGNATURE_MISMATCH"],
    ["a.png", "image/bmp", PNG, "IMAGE_SIGNATURE_MISMATCH"],
    ["a.png", "image/x-unheard-of", PNG, "IMAGE_SIGNATURE_MISMATCH"],
    ["photo.png", "image/png", HEIC, "IMAGE_SIGNATURE_MISMATCH"],
    ["a.png", "image/png", Buffer.from("<p>"), "IMAGE_SIGNATURE_MISMATCH"],
    ["a.heic", "image/tiff", HEIC, "IMAGE_SIGNATURE_MISMATCH"],
    ["photo.heic", "image/heic", HEIC, "UNSUPPORTED_MEDIA_TYPE"],
    ["photo", undefined, HEIC, "UNSUPPORTED_MEDIA_TYPE"],
    ["a.svg", "image/svg+xml", Buffer.from("<svg/>"), "UNSUPPORTED_MEDIA_TYPE"],
    ["a.heic", "image/heic", Buffer.from("?"), "UNSUPPORTED_MEDIA_TYPE"],
    [
      "a.pdf",
      "application/pdf",
      Buffer.from("%PDF-1"),
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a.png", "text/plain", PNG, "UNSUPPORTED_MEDIA_TYPE"],
    ["a.bin", undefined, Buffer.from("hello"), "UNSUPPORTED_MEDIA_TYPE"],
  ])("is refused: %s as %s", (name, mediaType, bytes, code) => {
    const judged = judgeUpload({ name, mediaType }, bytes);
    expect(judged).toBeInstanceOf(AttachmentError);
    expect(judged).toMatchObject({ code });
  });

  it.each([
    ["photo.heic", HEIC, /HEIC.*Most Compatible|HEIC.*as JPEG/],
    ["a.svg", Buffer.from("<svg/>"), /SVG.*PNG/],
    ["a.pdf", Buffer.from("%PDF-1"), /PDF.*picture of the page/],
    ["a.tiff", hex("49492a00"), /TIFF.*JPEG or PNG/],
  ])("is refused by name, with advice: %s", (name, bytes, sentence) => {
    const judged = judgeUpload({ name, mediaType: undefined }, bytes);
    expect(judged instanceof AttachmentError && judged.message).toMatch(
      sentence,
    );
  });
});

describe("the name of a file", () => {
  it.each([
    ["Screenshot 2025-11-02 at 9.41.07\u202FAM.png", undefined],
    ["ملف الأسعار.png", undefined],
    ["🧾 👩‍💻 invoice.png", undefined],
    ["re\u0301sume\u0301.png", "r\u00e9sum\u00e9.png"],
    ["x\r\nSet-Cookie: a=1.png", "x\\u{D}\\u{A}Set-Cookie: a=1.png"],
    ["\u202Egnp.exe", "\\u{202E}gnp.exe"],
    ["a\u0000b.png", "a\\u{0}b.png"],
    ["..\\..\\evil.png", "evil.png"],
    ["../../evil.png", "evil.png"],
    ["CON.png", undefined],
    ["", "image"],
    ["/", "image"],
    ["\uD800.png", "\\u{D800}.png"],
  ])("%j is shown without what can't be seen", (name, shown) => {
    expect(displayName(name)).toBe(shown ?? name);
  });

  it("is shortened to 200 characters and keeps its ending", () => {
    const shown = displayName(`${"n".repeat(300)}.png`);
    expect(shown).toHaveLength(200);
    expect(shown).toMatch(/^n+…\.png$/);
  });

  it("is never too long, empty, or made of what turns others around", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
        const shown = displayName(name);
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.length).toBeLessThanOrEqual(200);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.replaceAll("\u200D", "")).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}/]|\\(?!u\{)/u,
        );
      }),
    );
  });

  it.each([
    ["a.PNG", "png"],
    ["a.tar.gz", "gz"],
    ["png", undefined],
    ["a.", undefined],
  ])("%s ends with %s", (name, ending) => {
    expect(extensionOf(name)).toBe(ending);
  });
});
