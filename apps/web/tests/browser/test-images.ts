/** Images made for a test: small, of one colour, or as large as a camera's. */
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A PNG of one colour (PNG, third edition: signature, IHDR, IDAT, IEND). */
export function pngFile(
  name: string,
  size: { readonly width: number; readonly height: number } = {
    width: 320,
    height: 200,
  },
  colour: readonly [red: number, green: number, blue: number] = [14, 116, 144],
): TestFile {
  const { width, height } = size;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of red, green and blue.
  head.set([8, 2], 8);
  const line = Buffer.alloc(1 + 3 * width);
  for (let x = 0; x < width; x += 1) line.set(colour, 1 + 3 * x);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const buffer = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * A photo of a phone that was held upright: pixels lying on their side, noisy and large, its left half red,
 * and the orientation 6 in its metadata, by which the red half comes up.
 */
export async function phonePhoto(page: Page, name: string): Promise<TestFile> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1600);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("Nothing to draw on.");
    const noise = context.createImageData(2400, 1600);
    let seed = 1;
    for (let at = 0; at < noise.data.length; at += 4) {
      seed = (seed * 16807) % 2147483647;
      const isLeft = (at / 4) % 2400 < 1200;
      noise.data[at] = isLeft ? 255 - (seed % 40) : seed % 40;
      noise.data[at + 1] = seed % 40;
      noise.data[at + 2] = isLeft ? seed % 40 : 255 - (seed % 40);
      noise.data[at + 3] = 255;
    }
    context.putImageData(noise, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 1 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  const plain = Buffer.from(base64, "base64");
  const buffer = Buffer.concat([
    plain.subarray(0, 2),
    exifOrientation(6),
    plain.subarray(2),
  ]);
  return { name, mimeType: "image/jpeg", buffer };
}

/** Exif 2.32: one directory with one entry, the orientation (tag 0x0112). */
function exifOrientation(orientation: number): Buffer {
  const tiff = Buffer.from([
    ...Buffer.from("MM\0*"),
    ...[0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
