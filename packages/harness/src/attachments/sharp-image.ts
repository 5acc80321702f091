/**
 * Reads pictures with sharp. Runs in a process of its own (`image-worker.ts`): a decoder is the one part here that
 * hostile bytes reach, and it must neither block nor take down the server.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { AttachmentError } from "./attachment-error.ts";
import { countPngFrames } from "./png-frames.ts";
import {
  IMAGE_LIMITS,
  type ImageFacts,
  type KeptMediaType,
  type NormalizedImage,
  type NormalizeRequest,
} from "./image-normalizer.ts";
import { measureColors } from "./measure-colors.ts";

/** One thread a picture: two of them fill two cores, and more threads gain nothing. */
sharp.concurrency(1);
sharp.cache(false);
// Every loader is off but the four that are offered.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
  ],
});

const READ: SharpOptions = {
  failOn: "warning",
  limitInputPixels: IMAGE_LIMITS.pixels,
  sequentialRead: true,
};
const JPEG_QUALITY = 82;
/** Long side of the copy whose colours are counted. */
const SAMPLE_SIDE = 64;
/** How often a picture that is too large is tried smaller. */
const TRIES = 5;
/** A little less than the size asks for, so that one more try is enough. */
const SHRINK = 0.92;

/** Keeps a plain, upright copy in sRGB, without anything else that the file held. Throws an `AttachmentError`. */
export async function normalizeImage(
  request: NormalizeRequest,
): Promise<NormalizedImage> {
  const metadata = await readHeader(request);
  await refuseBeyondLimits(metadata, request);
  const { data, info } = await encode(request.source, metadata);
  await writeNew(request.target, data);
  return {
    mediaType: info.mediaType,
    width: info.width,
    height: info.height,
    sizeBytes: data.length,
    sha256: createHash("sha256").update(data).digest("hex"),
  };
}

/** Measures a picture that was kept. */
export async function measureImage(bytes: Uint8Array): Promise<ImageFacts> {
  const { width, height } = await sharp(bytes, READ).metadata();
  const { data } = await sharp(bytes, READ)
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: "inside", kernel: "nearest" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, ...measureColors(data) };
}

async function readHeader({
  source,
  format,
}: NormalizeRequest): Promise<Metadata> {
  try {
    // Without a limit here, so that a size can be told from a damage.
    const header = { ...READ, limitInputPixels: false };
    const metadata = await sharp(source, header).metadata();
    if (metadata.format === format) return metadata;
  } catch {
    // What a decoder says of a broken file helps nobody.
  }
  throw unreadable();
}

async function refuseBeyondLimits(
  { width, height, pages = 1 }: Metadata,
  { source, format }: NormalizeRequest,
): Promise<void> {
  const frames = format === "png" ? await countPngFrames(source) : pages;
  if (frames > IMAGE_LIMITS.frames)
    throw new AttachmentError(
      "IMAGE_TOO_MANY_FRAMES",
      `The animation has more than ${IMAGE_LIMITS.frames} frames. Send one picture of it.`,
      { frames, limit: IMAGE_LIMITS.frames },
    );
  if (
    width > IMAGE_LIMITS.side ||
    height > IMAGE_LIMITS.side ||
    width * height > IMAGE_LIMITS.pixels
  )
    throw new AttachmentError(
      "IMAGE_DIMENSIONS_EXCEEDED",
      "The image is larger than 40 megapixels, or than 12,000 pixels on a side. Make it smaller and send it again.",
      { width, height },
    );
}

interface Encoded {
  readonly data: Buffer;
  readonly info: {
    readonly mediaType: KeptMediaType;
    readonly width: number;
    readonly height: number;
  };
}

/**
 * Photographs stay JPEG, drawings and what is transparent PNG. Encoded once; only one that comes out too large for
 * providers is made again from the source: as JPEG where nothing shows through, else smaller.
 */
async function encode(source: string, metadata: Metadata): Promise<Encoded> {
  let mediaType = firstChoice(metadata);
  let side: number = IMAGE_LIMITS.keptSide;
  try {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const encoded = await encodeAs({ source, metadata }, mediaType, side);
      const excess = encoded.data.length / IMAGE_LIMITS.keptBytes;
      if (excess <= 1) return encoded;
      if (mediaType === "image/png" && (await isOpaque(source, metadata))) {
        mediaType = "image/jpeg";
        continue;
      }
      const longSide = Math.max(encoded.info.width, encoded.info.height);
      side = Math.floor((longSide * SHRINK) / Math.sqrt(excess));
    }
  } catch {
    throw unreadable();
  }
  throw unreadable();
}

function firstChoice({ format, hasAlpha }: Metadata): KeptMediaType {
  const isPhoto = format === "jpeg" || (format === "webp" && !hasAlpha);
  return isPhoto ? "image/jpeg" : "image/png";
}

async function isOpaque(source: string, metadata: Metadata): Promise<boolean> {
  return !metadata.hasAlpha || (await sharp(source, READ).stats()).isOpaque;
}

interface Source {
  readonly source: string;
  readonly metadata: Metadata;
}

async function encodeAs(
  { source, metadata }: Source,
  mediaType: KeptMediaType,
  side: number,
): Promise<Encoded> {
  const upright = isSlowProfile(metadata)
    ? sharp(await fitWithProfile(source, side), READ)
    : fit(sharp(source, READ), side);
  const image = upright.toColourspace("srgb");
  const { data, info } = await withEncoder(image, mediaType).toBuffer({
    resolveWithObject: true,
  });
  return { data, info: { mediaType, width: info.width, height: info.height } };
}

function fit(image: Sharp, side: number): Sharp {
  return image
    .autoOrient()
    .resize(side, side, { fit: "inside", withoutEnlargement: true });
}

/**
 * Whether a colour profile would be applied to far more pixels than are kept: for a photo of 12 megapixels that takes
 * as long as all the rest.
 */
function isSlowProfile({ icc, space, width, height }: Metadata): boolean {
  return (
    icc !== undefined &&
    space === "srgb" &&
    width * height > IMAGE_LIMITS.keptSide ** 2
  );
}

/** Upright and small, without loss, with its profile still to be applied. */
function fitWithProfile(source: string, side: number): Promise<Buffer> {
  return fit(sharp(source, { ...READ, ignoreIcc: true }), side)
    .keepIccProfile()
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function withEncoder(image: Sharp, mediaType: KeptMediaType): Sharp {
  return mediaType === "image/jpeg"
    ? image.jpeg({ quality: JPEG_QUALITY })
    : image.png();
}

async function writeNew(target: string, data: Buffer): Promise<void> {
  const file = await open(target, "wx", 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

function unreadable(): AttachmentError {
  return new AttachmentError(
    "IMAGE_UNREADABLE",
    "The image is damaged or not complete, so it can't be read. Open it, save it again, and send that.",
  );
}
