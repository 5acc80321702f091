import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import type { AcceptedFormat } from "../../src/attachments/image-format.ts";
import type { NormalizedImage } from "../../src/attachments/image-normalizer.ts";
import {
  measureImage,
  normalizeImage,
} from "../../src/attachments/sharp-image.ts";
import { fileBytes, flag, noise, solid } from "./pictures.ts";

const folder = await mkdtemp(path.join(tmpdir(), "studio-images-"));
let number = 0;
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Normalized extends NormalizedImage {
  readonly bytes: Buffer;
}

async function normalize(
  bytes: Buffer,
  format: AcceptedFormat,
): Promise<Normalized> {
  number += 1;
  const source = path.join(folder, `${number}.in`);
  const target = path.join(folder, `${number}.out`);
  await writeFile(source, bytes);
  const image = await normalizeImage({ source, target, format });
  return { ...image, bytes: await readFile(target) };
}

async function pixel(
  bytes: Buffer,
  left: number,
  top: number,
): Promise<readonly number[]> {
  const raw = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return [...raw];
}

/** The channel that is on in a pixel of the flag. */
async function hue(bytes: Buffer, left: number, top: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await pixel(bytes, left, top);
  const most = Math.max(red, green, blue);
  return most === red ? "red" : most === green ? "green" : "blue";
}

/** How to store an upright picture so that each EXIF orientation shows it upright (TIFF 6.0, orientation). */
const STORED: readonly ((image: Sharp) => Sharp)[] = [
  (image) => image,
  (image) => image.flop(),
  (image) => image.rotate(180),
  (image) => image.flip(),
  (image) => image.rotate(270).flop(),
  (image) => image.rotate(270),
  (image) => image.rotate(90).flop(),
  (image) => image.rotate(90),
];

describe("a picture that is kept", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is upright when it came with orientation %i, and says no orientation any more",
    async (orientation) => {
      const store = STORED[orientation - 1] ?? ((image) => image);
      const raw = await store(sharp(await flag(64, 32)))
        .png()
        .toBuffer();
      const photo = await sharp(raw)
        .withMetadata({ orientation })
        .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
        .toBuffer();
      const kept = await normalize(photo, "jpeg");
      expect([kept.width, kept.height]).toEqual([64, 32]);
      expect(await hue(kept.bytes, 32, 3)).toBe("green");
      expect(await hue(kept.bytes, 8, 24)).toBe("red");
      expect(await hue(kept.bytes, 56, 24)).toBe("blue");
      expect((await sharp(kept.bytes).metadata()).orientation).toBeUndefined();
    },
  );

  it("says nothing of where it was taken, nor anything else that the file held", async () => {
    const photo = await sharp(await flag())
      .withExif({
        IFD0: { Artist: "CANARY-ARTIST" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
      })
      .jpeg()
      .toBuffer();
    expect(photo.toString("latin1")).toContain("CANARY-ARTIST");
    const { bytes } = await normalize(photo, "jpeg");
    const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, iptc, comments }).toEqual({});
    expect(bytes.toString("latin1")).not.toMatch(/CANARY|Exif|GPS/);
  });

  it("has the colours of sRGB, whatever profile it came with", async () => {
    const wide = await sharp(
      await solid({ width: 8, height: 8, channels: 3, background: "#30c060" }),
    )
      .withIccProfile("p3")
      .png()
      .toBuffer();
    const { bytes } = await normalize(wide, "png");
    const [red = 0, green = 0, blue = 0] = await pixel(bytes, 4, 4);
    expect(
      Math.abs(red - 0x30) + Math.abs(green - 0xc0) + Math.abs(blue - 0x60),
    ).toBeLessThan(8);
    const print = await sharp(await flag())
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer();
    const { bytes: shown } = await normalize(print, "jpeg");
    expect((await sharp(shown).metadata()).space).toBe("srgb");
  });

  it("has the colours of sRGB when it is large, too", async () => {
    const colour = { r: 0x30, g: 0xc0, b: 0x60 };
    const plain = { width: 2400, height: 2000, channels: 3 } as const;
    const wide = await sharp(await solid({ ...plain, background: colour }))
      .withMetadata({ orientation: 6 })
      .withIccProfile("p3")
      .jpeg({ quality: 100 })
      .toBuffer();
    const stored = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
    expect(Math.abs((stored[0] ?? 0) - colour.r)).toBeGreaterThan(20);
    const kept = await normalize(wide, "jpeg");
    expect([kept.width, kept.height]).toEqual([1707, 2048]);
    const [red = 0, green = 0, blue = 0] = await pixel(kept.bytes, 4, 4);
    const off =
      Math.abs(red - colour.r) +
      Math.abs(green - colour.g) +
      Math.abs(blue - colour.b);
    expect(off).toBeLessThan(12);
    expect((await sharp(kept.bytes).metadata()).icc).toBeUndefined();
  });

  it("has at most 2048 pixels on its long side, and keeps its proportions", async () => {
    const large = await solid({
      width: 4000,
      height: 3000,
      channels: 3,
      background: "#123456",
    });
    expect(await normalize(large, "png")).toMatchObject({
      width: 2048,
      height: 1536,
    });
    const strip = await solid({
      width: 9000,
      height: 10,
      channels: 3,
      background: "#123456",
    });
    expect(await normalize(strip, "png")).toMatchObject({
      width: 2048,
      height: 2,
    });
    const line = await solid({
      width: 1,
      height: 12_000,
      channels: 3,
      background: "#123456",
    });
    expect(await normalize(line, "png")).toMatchObject({
      width: 1,
      height: 2048,
    });
    const small = await solid({
      width: 3,
      height: 5,
      channels: 3,
      background: "#123456",
    });
    expect(await normalize(small, "png")).toMatchObject({
      width: 3,
      height: 5,
    });
  });

  it.each([
    ["jpeg", "image/jpeg"],
    ["png", "image/png"],
    ["webp", "image/jpeg"],
    ["gif", "image/png"],
  ] as const)("of %s becomes %s", async (format, mediaType) => {
    const bytes = await sharp(await flag())
      .toFormat(format)
      .toBuffer();
    expect(await normalize(bytes, format)).toMatchObject({ mediaType });
  });

  it("stays transparent where it was", async () => {
    const clear = await sharp(
      await solid({
        width: 8,
        height: 8,
        channels: 4,
        background: { r: 1, g: 2, b: 3, alpha: 0 },
      }),
    )
      .webp({ lossless: true })
      .toBuffer();
    const kept = await normalize(clear, "webp");
    expect(kept.mediaType).toBe("image/png");
    expect((await pixel(kept.bytes, 4, 4))[3]).toBe(0);
  });

  it.each([3, 4] as const)(
    "is small enough for every provider, even noise of %i channels",
    async (channels) => {
      const bytes = await noise(2100, 2100, channels)
        .png({ compressionLevel: 1 })
        .toBuffer();
      const kept = await normalize(bytes, "png");
      expect(kept.sizeBytes).toBeLessThanOrEqual(2 * 1024 * 1024);
      expect(kept.sizeBytes).toBe(kept.bytes.length);
      expect(kept.mediaType).toBe(channels === 3 ? "image/jpeg" : "image/png");
      expect(Math.min(kept.width, kept.height)).toBeGreaterThan(400);
    },
  );

  it("is the first frame of an animation", async () => {
    const kept = await normalize(fileBytes("animated-3.gif"), "gif");
    expect((await sharp(kept.bytes).metadata()).pages ?? 1).toBe(1);
  });
});

describe("a picture that is refused", () => {
  it.each([
    ["12,001 pixels wide", 12_001, 1, "IMAGE_DIMENSIONS_EXCEEDED"],
    ["12,001 pixels high", 1, 12_001, "IMAGE_DIMENSIONS_EXCEEDED"],
    ["of 64 megapixels", 8001, 8001, "IMAGE_DIMENSIONS_EXCEEDED"],
  ])("is %s", async (_what, width, height, code) => {
    const bytes = await solid({
      width,
      height,
      channels: 3,
      background: "#000",
    });
    await expect(normalize(bytes, "png")).rejects.toMatchObject({ code });
  });

  it("has more than 200 frames", async () => {
    const frames = sharp(Buffer.alloc(2 * 2 * 201 * 3, 7), {
      raw: { width: 2, height: 2 * 201, channels: 3, pageHeight: 2 },
    });
    const many = await frames.gif({ keepDuplicateFrames: true }).toBuffer();
    await expect(normalize(many, "gif")).rejects.toMatchObject({
      code: "IMAGE_TOO_MANY_FRAMES",
    });
  });

  it("is an animated PNG that says it has more than 200 frames", async () => {
    const bytes = Buffer.from(fileBytes("animated.apng.png"));
    const at = bytes.indexOf("acTL");
    bytes.writeUInt32BE(201, at + 4);
    await expect(normalize(bytes, "png")).rejects.toMatchObject({
      code: "IMAGE_TOO_MANY_FRAMES",
    });
  });

  it("is not what its first bytes say, or only its first bytes", async () => {
    const webp = await sharp(await flag())
      .webp()
      .toBuffer();
    await expect(normalize(webp, "png")).rejects.toMatchObject({
      code: "IMAGE_UNREADABLE",
    });
    const start = Buffer.concat([
      Buffer.from("89504e470d0a1a0a", "hex"),
      Buffer.alloc(100),
    ]);
    await expect(normalize(start, "png")).rejects.toMatchObject({
      code: "IMAGE_UNREADABLE",
    });
  });
});

describe("what is measured of a picture", () => {
  it("is its size, its colours, how light it is and how much shows through", async () => {
    const facts = await measureImage(await flag(64, 32));
    expect(facts).toMatchObject({ width: 64, height: 32, transparent: 0 });
    expect(facts.colors.map(({ name }) => name).toSorted()).toEqual([
      "blue",
      "green",
      "red",
    ]);
    expect(facts.colors.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(
      1,
    );
    const clear = await solid({
      width: 4,
      height: 4,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
    expect(await measureImage(clear)).toMatchObject({
      transparent: 1,
      colors: [],
    });
    const snow = await solid({
      width: 4,
      height: 4,
      channels: 3,
      background: "#ffffff",
    });
    expect(await measureImage(snow)).toMatchObject({
      lightness: 1,
      colors: [{ name: "white", hex: "#ffffff", share: 1 }],
    });
  });
});
