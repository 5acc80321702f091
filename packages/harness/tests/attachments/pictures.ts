/** Pictures for tests, made as they are needed. */
import { readFileSync } from "node:fs";
import sharp, { type Sharp, type SharpOptions } from "sharp";

/** A red left half and a blue right half, so that a turn or a flip is seen; the top row is green. */
export async function flag(width = 32, height = 16): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3 } as const;
  const blue = await solid({ ...half, background: "#0000ff" });
  const green = await solid({
    width,
    height: height / 4,
    channels: 3,
    background: "#00ff00",
  });
  return sharp({
    create: { width, height, channels: 3, background: "#ff0000" },
  })
    .composite([
      { input: blue, left: width / 2, top: 0 },
      { input: green, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** A picture of one colour, as PNG. */
export function solid(
  create: NonNullable<SharpOptions["create"]>,
): Promise<Buffer> {
  return sharp({ create }).png().toBuffer();
}

/** Noise, which no encoder makes small. */
export function noise(width: number, height: number, channels: 3 | 4): Sharp {
  const raw = Buffer.alloc(width * height * channels);
  let state = 1;
  for (let at = 0; at < raw.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    raw[at] = state >> 16;
  }
  return sharp(raw, { raw: { width, height, channels } });
}

const FILES = new URL("../../../../fixtures/security/files/", import.meta.url);

export interface FileRow {
  readonly file: string;
  readonly declaredMime: string;
  readonly expect: string;
  readonly why: string;
  readonly uploadName?: string;
}

/** The rows of the collection of files that are about images. */
export function imageRows(): readonly FileRow[] {
  const text = readFileSync(new URL("manifest.json", FILES), "utf8");
  const rows = JSON.parse(text) as readonly FileRow[];
  return rows.filter(({ declaredMime }) => declaredMime.startsWith("image/"));
}

/** The bytes of one file of the collection. */
export function fileBytes(file: string): Buffer {
  return readFileSync(new URL(file, FILES));
}
