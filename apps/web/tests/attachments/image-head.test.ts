import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readImageHead } from "../../src/client/attachments/image-head.ts";

const FILES = new URL("../../../../fixtures/security/files/", import.meta.url);
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(name, FILES))));
const headOf = (name: string) => readImageHead(bytesOf(name));

/** A WebP file's first chunk, its size written as RFC 9649 has it. */
function webp(kind: string, payload: readonly number[]): Uint8Array {
  const text = `RIFF\0\0\0\0WEBP${kind}\0\0\0\0`;
  const start = Array.from(text, (letter) => letter.charCodeAt(0));
  return new Uint8Array([...start, ...payload, ...Array<number>(16).fill(0)]);
}

describe("the head of a file", () => {
  it.each([
    ["benign.png", "PNG"],
    ["benign.jpg", "JPEG"],
    ["benign.gif", "GIF"],
    ["trunc.webp", "WebP"],
    ["heic.heic", "HEIC"],
    ["benign.avif", "AVIF"],
    ["svg-script.svg", "SVG"],
    ["tiff-as-png.png", "TIFF"],
    ["bmp.bmp", "BMP"],
    ["pdf-no-text.pdf", "PDF"],
    ["png-as-jpeg.jpg", "PNG"],
    ["html-as-jpeg.jpg", null],
    ["psd-as-png.png", null],
    ["benign.csv", null],
    ["empty.png", null],
  ])("of %s is of %s", (name, format) => {
    expect(headOf(name).format).toBe(format);
  });

  it("tells how many pixels a small file claims to have", () => {
    expect(headOf("png-bomb-20000x20000.png").size).toEqual({
      width: 20_000,
      height: 20_000,
    });
    expect(headOf("png-header-65535.png").size?.width).toBe(65_535);
    expect(headOf("jpeg-header-65500.jpg").size?.height).toBe(65_500);
    expect(headOf("png-strip-16000x2.png").size).toEqual({
      width: 16_000,
      height: 2,
    });
  });

  it("finds the size of a JPEG behind the metadata of a camera", () => {
    expect(headOf("exif-orient6-gps.jpg").size).not.toBeNull();
    expect(headOf("benign-progressive.jpg").size).not.toBeNull();
  });

  it("tells an animation from a picture", () => {
    expect(headOf("animated.apng.png").isAnimated).toBe(true);
    expect(headOf("benign.png").isAnimated).toBe(false);
    const flags = [2, 0, 0, 0, 9, 0, 0, 19, 0, 0];
    expect(readImageHead(webp("VP8X", flags))).toEqual({
      format: "WebP",
      size: { width: 10, height: 20 },
      isAnimated: true,
    });
  });

  it("reads the other two kinds of WebP", () => {
    const lossless = [0x2f, 0x09, 0xc0, 0x04, 0x00];
    expect(readImageHead(webp("VP8L", lossless)).size).toEqual({
      width: 10,
      height: 20,
    });
    const lossy = [0, 0, 0, 0x9d, 0x01, 0x2a, 10, 0, 20, 0];
    expect(readImageHead(webp("VP8 ", lossy)).size).toEqual({
      width: 10,
      height: 20,
    });
    expect(readImageHead(webp("VP9 ", [])).size).toBeNull();
  });

  it("is read from any bytes, cut anywhere, without an exception", () => {
    const starts = [
      "benign.png",
      "benign.jpg",
      "exif-orient6-gps.jpg",
      "trunc.webp",
      "heic.heic",
      "svg-script.svg",
    ].map(bytesOf);
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.nat(400),
        fc.uint8Array({ maxLength: 64 }),
        (start, cut, noise) => {
          const bytes = new Uint8Array([...start.subarray(0, cut), ...noise]);
          const { size } = readImageHead(bytes);
          if (size !== null) expect(size.width).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
