/** Makes big photos smaller with the browser's own decoder. Loaded only when there is one. */
import { LONG_SIDE_PIXELS } from "./prepare-file.ts";
import type { Downscale } from "./prepare-file.ts";

const JPEG_QUALITY = 0.9;

/** Upright, in sRGB, without metadata: JPEG, or PNG where something is transparent. */
export const downscaleImage: Downscale = async (blob, options) => {
  const bitmap = await createImageBitmap(blob, {
    imageOrientation: "from-image",
  });
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, LONG_SIDE_PIXELS / Math.max(width, height));
    const canvas = createCanvas(
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    );
    canvas.context.imageSmoothingQuality = "high";
    canvas.context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const isPng = options.keepsTransparency && isTransparent(canvas);
    return await canvas.encode(isPng ? "image/png" : "image/jpeg");
  } finally {
    bitmap.close();
  }
};

interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly context:
    CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  encode(type: string): Promise<Blob>;
}

function createCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas === "function") {
    const canvas = new OffscreenCanvas(width, height);
    const context = orThrow(canvas.getContext("2d"));
    const encode = (type: string) =>
      canvas.convertToBlob({ type, quality: JPEG_QUALITY });
    return { width, height, context, encode };
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const encode = (type: string) =>
    new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => {
          if (blob === null) reject(new Error("Nothing could be encoded."));
          else resolve(blob);
        },
        type,
        JPEG_QUALITY,
      ),
    );
  return { width, height, context: orThrow(canvas.getContext("2d")), encode };
}

function orThrow<T>(context: T | null): T {
  if (context === null) throw new Error("This browser draws nothing.");
  return context;
}

const ALPHA = 3;
const CHANNELS = 4;
const OPAQUE = 255;

function isTransparent({ context, width, height }: Canvas): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = ALPHA; at < data.length; at += CHANNELS) {
    if (data[at] !== OPAQUE) return true;
  }
  return false;
}
