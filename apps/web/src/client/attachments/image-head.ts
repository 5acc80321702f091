/**
 * What the first bytes of a file tell: its kind, and its size in pixels, before anything decodes it. A few
 * kilobytes can claim to be gigabytes of pixels. Nothing here throws; what can't be read stays unknown.
 */
import type { ImageFormat } from "./image-format.ts";

export interface ImageHead {
  readonly format: ImageFormat | null;
  /** In pixels, as stored; null where the head does not tell. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly isAnimated: boolean;
}

/** So much is read of a file; more than any camera writes before the size of a JPEG. */
export const HEAD_BYTES = 256 * 1024;

/** Reads a file's head, of `HEAD_BYTES` at most. */
export function readImageHead(bytes: Uint8Array): ImageHead {
  const format = formatOf(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (format) {
    case "PNG":
      return { format, ...readPng(bytes, view) };
    case "JPEG":
      return { format, size: jpegSize(view), isAnimated: false };
    case "WebP":
      return { format, ...readWebp(bytes, view) };
    default:
      return { format, size: null, isAnimated: false };
  }
}

function formatOf(bytes: Uint8Array): ImageFormat | null {
  const start = latin(bytes, 0, 16);
  if (start.startsWith("\xff\xd8\xff")) return "JPEG";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "PNG";
  if (/^GIF8[79]a/.test(start)) return "GIF";
  if (/^RIFF[^]{4}WEBP/.test(start)) return "WebP";
  if (/^(II\*\0|MM\0\*)/.test(start)) return "TIFF";
  if (start.startsWith("BM")) return "BMP";
  if (start.startsWith("%PDF-")) return "PDF";
  if (start.slice(4, 8) === "ftyp") return brandOf(bytes);
  return isSvg(bytes) ? "SVG" : null;
}

/** The ISO file formats name their kind in brands: ISO/IEC 23008-12 for HEIC, the AV1 image format for AVIF. */
function brandOf(bytes: Uint8Array): ImageFormat | null {
  const brands = latin(bytes, 8, 64);
  if (/avi[fs]/.test(brands)) return "AVIF";
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands) ? "HEIC" : null;
}

function isSvg(bytes: Uint8Array): boolean {
  const text = latin(bytes, 0, 1024);
  return /^(\xef\xbb\xbf)?\s*</.test(text) && /<svg[\s>]/i.test(text);
}

type Facts = Pick<ImageHead, "size" | "isAnimated">;

/** PNG, third edition: the size is in the first chunk, and `acTL` stands before the pixels of an animation. */
function readPng(bytes: Uint8Array, view: DataView): Facts {
  if (view.byteLength < 24) return { size: null, isAnimated: false };
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  const text = latin(bytes, 0, 4096);
  const pixels = text.indexOf("IDAT");
  const animation = text.indexOf("acTL");
  const isAnimated = animation !== -1 && (pixels === -1 || animation < pixels);
  return { size, isAnimated };
}

/** ITU-T T.81, annex B: segments of marker and length, until a start of frame brings the size. */
function jpegSize(view: DataView): ImageHead["size"] {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isStartOfFrame(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    // Fill bytes are part of no segment.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function isStartOfFrame(marker: number): boolean {
  const others = [0xc4, 0xc8, 0xcc];
  return marker >= 0xc0 && marker <= 0xcf && !others.includes(marker);
}

/** RFC 9649: the three kinds of first chunk. */
function readWebp(bytes: Uint8Array, view: DataView): Facts {
  if (view.byteLength < 30) return { size: null, isAnimated: false };
  const isAnimated =
    latin(bytes, 12, 4) === "VP8X" && (view.getUint8(20) & 2) !== 0;
  return { size: webpSize(latin(bytes, 12, 4), view), isAnimated };
}

function webpSize(kind: string, view: DataView): ImageHead["size"] {
  const uint24 = (at: number) =>
    view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (kind) {
    case "VP8X":
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      const low = 0x3fff;
      return { width: (bits & low) + 1, height: ((bits >>> 14) & low) + 1 };
    }
    case "VP8 ":
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}

function latin(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
